package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

/** Text with a name. */
public record NamedText(String name, String value) {
  public NamedText {
    requireNonNull(name, "name is null");
    requireNonNull(value, "value is null");
  }
}
