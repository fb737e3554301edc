//! What a view holds: all frames, what script cannot see, differences, and refs that mean what they meant.

mod beyond;
mod differences;
mod frames;
mod refs;
