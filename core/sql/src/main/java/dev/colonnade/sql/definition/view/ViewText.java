package dev.colonnade.sql.definition.view;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.view.QueryText;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.With;
import java.util.stream.Collectors;

/** Text of the query in CREATE VIEW. */
final class ViewText {
  private ViewText() {}

  /** Returns the query; that of a recursive view has WITH RECURSIVE around it. */
  static QueryText of(StatementText text, ViewDefinition.CreateView create) {
    requireReading(create.query());
    QueryText query =
        new QueryText(create.query(), text.whole(), create.span().begin(), create.span().end());
    return create.view().recursive() ? recursive(query, create) : query;
  }

  private static void requireReading(Query query) {
    if (isInto(query)) {
      throw new ColonnadeException(ErrorCode.UNSUPPORTED, "views must not contain SELECT INTO");
    }
    With with = query instanceof Query.Qualified qualified ? qualified.with() : null;
    if (with != null
        && with.tables().stream().anyMatch(table -> table.statement() instanceof Change)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "views must not contain data-modifying statements in WITH");
    }
  }

  private static boolean isInto(Query query) {
    return switch (query) {
      case Query.Qualified qualified -> isInto(qualified.body());
      case Query.Select select -> select.into() != null;
      case Query.SetOperation operation -> isInto(operation.left());
      case Query.Past past -> isInto(past.query());
      case Query.Values _, Query.Table _ -> false;
    };
  }

  private static QueryText recursive(QueryText term, ViewDefinition.CreateView create) {
    String name = Identifiers.quote(create.view().name().last());
    String columns =
        create.columns().stream().map(Identifiers::quote).collect(Collectors.joining(", "));
    String before = "WITH RECURSIVE %s(%s) AS (".formatted(name, columns);
    String whole =
        before
            + term.whole().substring(term.start(), term.end())
            + ") SELECT %s FROM %s".formatted(columns, name);
    Query query = (Query) SqlParser.parse(whole).getFirst().statement();
    return new QueryText(query, whole, 0, whole.length());
  }

  /**
   * Returns an error in the query of a recursive view with its position in the statement.
   *
   * @param begin offset of the query in the text of the whole statement
   */
  static ColonnadeException located(
      ColonnadeException error, QueryText query, StatementText statement, int begin) {
    if (query.whole().equals(statement.whole()) || error.position() == 0) {
      return error;
    }
    int shift = begin - query.whole().indexOf("AS (") - 4;
    int position = error.position() + shift;
    boolean isOfTerm = position > 0 && position <= statement.end();
    return error.with(isOfTerm ? error.fields().withPosition(position) : withoutPosition(error));
  }

  private static ErrorFields withoutPosition(ColonnadeException error) {
    return error.fields().withPosition(0);
  }
}
