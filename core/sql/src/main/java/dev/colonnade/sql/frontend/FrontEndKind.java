package dev.colonnade.sql.frontend;

import org.jspecify.annotations.Nullable;

/** Choice of the front end that plans statements of data. */
public enum FrontEndKind {
  /** Front end on Calcite. */
  CALCITE,
  /** {@link FrontEnd}. */
  OWN;

  /** Name of the system property that chooses the front end. */
  public static final String PROPERTY = "colonnade.frontEnd";

  /** Returns the choice of a value of the property; null is the default. */
  public static FrontEndKind of(@Nullable String value) {
    return "old".equals(value) ? CALCITE : OWN;
  }
}
