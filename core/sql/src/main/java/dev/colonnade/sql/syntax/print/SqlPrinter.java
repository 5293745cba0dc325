package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.Map;

/** Printer of syntax as SQL, on one line. */
public final class SqlPrinter {
  private SqlPrinter() {}

  /** Returns the text of a query or a change. */
  public static String print(DataStatement statement) {
    Printers printers = new Printers(Map.of(), Map.of());
    printers.queries().statement(statement);
    return printers.text().toString();
  }

  /** Returns the text of an expression. */
  public static String print(Expression expression) {
    return print(expression, Map.of(), Map.of());
  }

  /**
   * Variant of {@link #print(Expression)} that means the same in every session.
   *
   * @param literals values that replace those of string constants, by their positions
   * @param typeSchemas schemas of types that are written without one, by their positions
   */
  public static String print(
      Expression expression, Map<Integer, String> literals, Map<Integer, String> typeSchemas) {
    Printers printers = new Printers(literals, typeSchemas);
    printers.expressions().print(expression);
    return printers.text().toString();
  }

  /** Returns the text of a type. */
  public static String print(TypeName type) {
    Printers printers = new Printers(Map.of(), Map.of());
    printers.types().print(type);
    return printers.text().toString();
  }
}
