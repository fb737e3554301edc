//! The macro that makes a component of a type.

/// Exports the hooks that a type implements: `export!(MyPlugin: Ranker, QuirkAfter);`, once in a component. Does
/// nothing in a native build but compare the types.
#[macro_export]
macro_rules! export {
    ($plugin:ty: $($hook:ident),+ $(,)?) => {
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            $($crate::__export!($hook $plugin);)+
        };
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = || {
            $({
                fn is_implemented<T: $crate::$hook>() {}
                is_implemented::<$plugin>();
            })+
        };
    };
}

/// One hook of [`export!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __export {
    (Ranker $plugin:ty) => {
        type RankerExport = $crate::export::RankerComponent<$plugin>;
        $crate::export::ranker::export!(RankerExport with_types_in $crate::export::ranker);
    };
    (SubmitScheme $plugin:ty) => {
        type SubmitSchemeExport = $crate::export::SubmitSchemeComponent<$plugin>;
        $crate::export::submit::export!(SubmitSchemeExport with_types_in $crate::export::submit);
    };
    (BotCheck $plugin:ty) => {
        type BotCheckExport = $crate::export::BotCheckComponent<$plugin>;
        $crate::export::verdict::export!(BotCheckExport with_types_in $crate::export::verdict);
    };
    (QuirkBefore $plugin:ty) => {
        type QuirkBeforeExport = $crate::export::QuirkBeforeComponent<$plugin>;
        $crate::export::before::export!(QuirkBeforeExport with_types_in $crate::export::before);
    };
    (QuirkAfter $plugin:ty) => {
        type QuirkAfterExport = $crate::export::QuirkAfterComponent<$plugin>;
        $crate::export::after::export!(QuirkAfterExport with_types_in $crate::export::after);
    };
    (Policy $plugin:ty) => {
        type PolicyExport = $crate::export::PolicyComponent<$plugin>;
        $crate::export::policy::export!(PolicyExport with_types_in $crate::export::policy);
    };
    (ToolProvider $plugin:ty) => {
        type ToolProviderExport = $crate::export::ToolProviderComponent<$plugin>;
        $crate::export::tools::export!(ToolProviderExport with_types_in $crate::export::tools);
    };
}
