package dev.colonnade.sql.syntax.print;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import java.util.Map;

/** Printers of all families, which print to the same text. */
final class Printers {
  private final Map<Integer, String> literals;
  private final Map<Integer, String> typeSchemas;
  private final SqlText text = new SqlText();
  private final ExpressionPrinter expressions = new ExpressionPrinter(this);
  private final PredicatePrinter predicates = new PredicatePrinter(this);
  private final CallPrinter calls = new CallPrinter(this);
  private final TypePrinter types = new TypePrinter(this);
  private final QueryPrinter queries = new QueryPrinter(this);
  private final FromPrinter from = new FromPrinter(this);
  private final ClausePrinter clauses = new ClausePrinter(this);
  private final ChangePrinter changes = new ChangePrinter(this);

  Printers(Map<Integer, String> literals, Map<Integer, String> typeSchemas) {
    this.literals = requireNonNull(literals, "literals is null");
    this.typeSchemas = requireNonNull(typeSchemas, "typeSchemas is null");
  }

  /** Returns the value of a string constant at a position, or the one that replaces it. */
  String literal(int position, String value) {
    return literals.getOrDefault(position, value);
  }

  /** Returns the name of a type, with its schema if that is to be added. */
  List<String> typeName(TypeName type) {
    String schema = typeSchemas.get(type.position());
    List<String> parts = type.name().parts();
    return schema == null || parts.size() > 1 ? parts : List.of(schema, parts.getFirst());
  }

  SqlText text() {
    return text;
  }

  ExpressionPrinter expressions() {
    return expressions;
  }

  PredicatePrinter predicates() {
    return predicates;
  }

  CallPrinter calls() {
    return calls;
  }

  TypePrinter types() {
    return types;
  }

  QueryPrinter queries() {
    return queries;
  }

  FromPrinter from() {
    return from;
  }

  ClausePrinter clauses() {
    return clauses;
  }

  ChangePrinter changes() {
    return changes;
  }
}
