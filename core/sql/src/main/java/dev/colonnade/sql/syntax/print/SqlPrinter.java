package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;

/** Printer of syntax as SQL, on one line. */
public final class SqlPrinter {
  private SqlPrinter() {}

  /** Returns the text of a query or a change. */
  public static String print(DataStatement statement) {
    Printers printers = new Printers();
    printers.queries().statement(statement);
    return printers.text().toString();
  }

  /** Returns the text of an expression. */
  public static String print(Expression expression) {
    Printers printers = new Printers();
    printers.expressions().print(expression);
    return printers.text().toString();
  }

  /** Returns the text of a type. */
  public static String print(TypeName type) {
    Printers printers = new Printers();
    printers.types().print(type);
    return printers.text().toString();
  }
}
