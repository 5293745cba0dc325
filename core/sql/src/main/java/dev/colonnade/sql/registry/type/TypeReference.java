package dev.colonnade.sql.registry.type;

import static java.util.Objects.requireNonNull;

/**
 * Reference to a type: the type with a modifier, as {@code numeric(10,2)}.
 *
 * @param modifier as {@code pg_attribute.atttypmod} has it; {@link TypeModifiers#NONE} for none
 */
public record TypeReference(Type type, int modifier) {
  public TypeReference {
    requireNonNull(type, "type is null");
  }

  /** Returns the reference to a type without a modifier. */
  public static TypeReference of(Type type) {
    return new TypeReference(type, TypeModifiers.NONE);
  }

  public boolean hasModifier() {
    return modifier >= 0;
  }

  /** Returns the text of {@code format_type}. */
  @Override
  public String toString() {
    return TypeModifiers.format(type, modifier);
  }
}
