package dev.colonnade.sql.registry.function;

/** Kind of a function. */
public enum FunctionKind {
  FUNCTION,
  AGGREGATE,
  /** Aggregate with WITHIN GROUP. */
  ORDERED_SET,
  /** Aggregate with WITHIN GROUP whose direct arguments are a row of the group. */
  HYPOTHETICAL_SET,
  WINDOW;

  static FunctionKind of(char letter) {
    return switch (letter) {
      case 'a' -> AGGREGATE;
      case 'o' -> ORDERED_SET;
      case 'h' -> HYPOTHETICAL_SET;
      case 'w' -> WINDOW;
      default -> throw new IllegalArgumentException("no such kind of functions: " + letter);
    };
  }

  public boolean isAggregate() {
    return this == AGGREGATE || this == ORDERED_SET || this == HYPOTHETICAL_SET;
  }
}
