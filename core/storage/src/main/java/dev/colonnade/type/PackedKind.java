package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;

/** What the bytes of a packed value stand for. */
public enum PackedKind {
  /** An {@link Interval}. */
  INTERVAL(Interval.class),
  /** An exact number without limits. */
  NUMERIC(BigDecimal.class),
  /** Text that is JSON. */
  JSON(String.class),
  /** Text that is JSON in PostgreSQL's canonical form. */
  JSONB(String.class),
  /** A list of values of one type, any of which can be null. */
  ARRAY(List.class);

  private final Class<?> javaClass;

  PackedKind(Class<?> javaClass) {
    this.javaClass = requireNonNull(javaClass, "javaClass is null");
  }

  Class<?> javaClass() {
    return javaClass;
  }

  boolean isText() {
    return this == JSON || this == JSONB;
  }
}
