// Tasks whose needs are not all met yet, and why. A task that is met must leave this list.
export const gaps = {};
