package dev.colonnade.type;

import java.util.Set;

/** Type that a statement has defined. Two types of the same id are versions of one type. */
public sealed interface UserType permits EnumType, DomainType {
  int id();

  String name();

  /** Returns the same type with another name. */
  UserType withName(String other);

  /** Returns the ids of the types of which this one is. */
  Set<Integer> references();

  /** Returns this type over a newer version of a type of which it is. */
  UserType over(UserType changed);
}
