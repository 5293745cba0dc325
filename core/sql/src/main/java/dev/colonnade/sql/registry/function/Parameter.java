package dev.colonnade.sql.registry.function;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.type.Type;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of a function.
 *
 * @param name empty if it has none
 * @param defaultText the default as the text of a literal of the type; null if there is none;
 *     {@link #NULL} for NULL
 */
public record Parameter(Mode mode, String name, Type type, @Nullable String defaultText) {
  /** Default that is NULL. */
  public static final String NULL = "null";

  /** Mode of a parameter. */
  public enum Mode {
    IN,
    OUT,
    INOUT,
    VARIADIC,
    TABLE;

    public boolean isInput() {
      return this == IN || this == INOUT || this == VARIADIC;
    }
  }

  public Parameter {
    requireNonNull(mode, "mode is null");
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
  }
}
