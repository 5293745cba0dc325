package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.util.List;

/** Kind of a packed value. */
public enum PackedKind {
  /** An {@link Interval}. */
  INTERVAL(Interval.class),
  /** An exact decimal of any precision and scale. */
  NUMERIC(BigDecimal.class),
  /** JSON text as it was entered. */
  JSON(String.class),
  /** JSON text in PostgreSQL's canonical form. */
  JSONB(String.class),
  /** A {@link TimeWithZone}. */
  TIMETZ(TimeWithZone.class),
  /** Bits as the digits 0 and 1, as many as the type declares. */
  BIT(String.class),
  /** Bits as the digits 0 and 1. */
  VARBIT(String.class),
  /** A list of values of one type, any of which can be null. */
  ARRAY(List.class),
  /** A range of values of one type. */
  RANGE(RangeValue.class),
  /** A set of ranges of values of one type. */
  MULTIRANGE(MultirangeValue.class),
  /** A value of a base type. */
  BASE(BaseValue.class);

  private final Class<?> javaClass;

  PackedKind(Class<?> javaClass) {
    this.javaClass = requireNonNull(javaClass, "javaClass is null");
  }

  Class<?> javaClass() {
    return javaClass;
  }

  /** Returns whether a type of this kind consists of values of another type. */
  boolean hasElements() {
    return this == ARRAY || this == RANGE || this == MULTIRANGE;
  }

  boolean isText() {
    return this == JSON || this == JSONB || this == BIT || this == VARBIT;
  }
}
