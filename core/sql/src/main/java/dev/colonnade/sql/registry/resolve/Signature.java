package dev.colonnade.sql.registry.resolve;

import dev.colonnade.sql.registry.type.Type;

/** Declared types of the arguments of a call, in the order of the call. */
interface Signature {
  /** Returns the declared type of an argument, by its position from 0. */
  Type argument(int index);
}
