package dev.colonnade.sql.registry.implementation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.type.Type;

/** Form in which a method receives an argument that has its declared type already. */
public sealed interface ArgumentForm {
  /** The value as it is. */
  record Value() implements ArgumentForm {}

  /** The value, cast to a type. */
  record Cast(Type type) implements ArgumentForm {
    public Cast {
      requireNonNull(type, "type is null");
    }
  }

  /** The output text of a value of any type. */
  record Text() implements ArgumentForm {}

  /** The elements of an array of any type, each as its output text. */
  record TextElements() implements ArgumentForm {}

  /** The value of any type, converted to JSON. */
  record Json() implements ArgumentForm {}

  /** The name of the argument's type instead of the value. */
  record TypeName() implements ArgumentForm {}
}
