package dev.colonnade.sql.definition.query;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeForm;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;

/** Columns of a table that has those of a query. */
final class QueryColumns {
  private QueryColumns() {}

  /**
   * Returns the columns.
   *
   * @param names of the first columns; the others have those of the query
   */
  static List<TableElement> of(List<ResultColumn> columns, List<String> names) {
    if (names.size() > columns.size()) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "too many column names were specified");
    }
    List<TableElement> elements = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      ResultColumn column = columns.get(i);
      String name = i < names.size() ? names.get(i) : column.name();
      if (column.type().type().form() == TypeForm.PSEUDO) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DEFINITION,
            "column \"%s\" has pseudo-type %s".formatted(name, column.type()));
      }
      elements.add(new TableElement.Column(name, type(column.type()), null, null, List.of(), -1));
    }
    return elements;
  }

  private static TypeName type(TypeReference reference) {
    Type type = reference.type();
    boolean isBuiltIn = type.schema().equals(Type.Name.SYSTEM_SCHEMA);
    return SqlParser.parseType(
        isBuiltIn && !type.name().equals("bpchar")
            ? reference.toString()
            : isBuiltIn && reference.hasModifier()
                ? reference.toString()
                : Identifiers.quote(type.schema()) + "." + Identifiers.quote(type.name()));
  }
}
