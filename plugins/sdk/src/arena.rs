//! Memory of a component: handed out one piece after the other and given back with the instance.
//!
//! The server makes an instance for each call. Keeping track of free pieces would cost more than all that most
//! plugins do with them.
#![expect(unsafe_code, reason = "an allocator is")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr::null_mut;

const WASM_PAGE: usize = 64 * 1024;
/// The server's copy of a page comes in thousands of small pieces: memory is asked for in larger ones.
const GROWTH: usize = 16 * WASM_PAGE;

struct Arena {
    next: Cell<usize>,
    end: Cell<usize>,
}

#[global_allocator]
static ARENA: Arena = Arena { next: Cell::new(0), end: Cell::new(0) };

// SAFETY: components have one thread.
unsafe impl Sync for Arena {}

impl Arena {
    /// Makes room for `size` more bytes.
    fn grow(&self, size: usize) -> Option<()> {
        let bytes = size.max(GROWTH).checked_next_multiple_of(WASM_PAGE)?;
        let before = [bytes, size.checked_next_multiple_of(WASM_PAGE)?].into_iter().find_map(|bytes| {
            let before = core::arch::wasm32::memory_grow(0, bytes / WASM_PAGE);
            (before != usize::MAX).then_some((before * WASM_PAGE, bytes))
        });
        let (start, bytes) = before?;
        if start != self.end.get() {
            self.next.set(start);
        }
        self.end.set(start + bytes);
        Some(())
    }

    fn take(&self, layout: Layout) -> Option<*mut u8> {
        loop {
            let start = self.next.get().checked_next_multiple_of(layout.align())?;
            let after = start.checked_add(layout.size())?;
            if after <= self.end.get() {
                self.next.set(after);
                return Some(start as *mut u8);
            }
            self.grow(layout.size().checked_add(layout.align())?)?;
        }
    }

    fn is_last(&self, piece: *mut u8, size: usize) -> bool {
        piece as usize + size == self.next.get()
    }
}

// SAFETY: pieces come from memory that was grown for this allocator, are aligned, and do not overlap, since `next`
// only moves back over the piece that was handed out last.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.take(layout).unwrap_or(null_mut())
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        if self.is_last(piece, layout.size()) {
            self.next.set(piece as usize);
        }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.is_last(piece, layout.size()) && piece as usize + size <= self.end.get() {
            self.next.set(piece as usize + size);
            return piece;
        }
        if size <= layout.size() {
            return piece;
        }
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { return null_mut() };
        let Some(moved) = self.take(wanted) else { return null_mut() };
        // SAFETY: both pieces are at least as large as the old one, and the new one is not the old one.
        unsafe { moved.copy_from_nonoverlapping(piece, layout.size()) };
        moved
    }
}
