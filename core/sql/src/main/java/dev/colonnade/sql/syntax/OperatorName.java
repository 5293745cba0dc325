package dev.colonnade.sql.syntax;

import java.util.List;

/**
 * Name of an operator.
 *
 * @param schema names that qualify it with {@code OPERATOR(...)}, otherwise empty
 * @param symbol the operator
 */
public record OperatorName(List<String> schema, String symbol) {
  public OperatorName {
    schema = List.copyOf(schema);
  }

  public static OperatorName of(String symbol) {
    return new OperatorName(List.of(), symbol);
  }
}
