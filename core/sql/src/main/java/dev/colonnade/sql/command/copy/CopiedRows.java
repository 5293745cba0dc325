package dev.colonnade.sql.command.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;

/** Queries whose rows COPY TO writes. */
final class CopiedRows {
  private static final int NO_POSITION = -1;

  /** Alias of the copied query; no column has this name. */
  private static final String ALIAS = "\u0001copied";

  private CopiedRows() {}

  /** Returns the statement for a format: for JSON lines, its rows as objects. */
  static DataStatement of(DataStatement statement, CopyOptions options) {
    if (options.format() != CopyFormat.JSON_LINES) {
      return statement;
    }
    if (!(statement instanceof Query query)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COPY of INSERT, UPDATE, DELETE or MERGE with the format jsonl is not supported",
          ErrorFields.NONE.withHint("Use the format csv."));
    }
    FromItem rows =
        new FromItem.Subquery(
            false, query, new FromItem.Alias(ALIAS, List.of(), NO_POSITION), NO_POSITION);
    Expression row = new Reference.Column(List.of(ALIAS), NO_POSITION);
    Expression object =
        new Call.Function(
            new QualifiedName(List.of("pg_catalog", "row_to_json"), NO_POSITION),
            new Call.Arguments(
                List.of(new Call.Argument(null, row, NO_POSITION)),
                Call.Quantifier.NONE,
                false,
                false,
                List.of()),
            Call.Clauses.NONE,
            NO_POSITION);
    return new Query.Select(
        null,
        List.of(new Query.Item(object, null, NO_POSITION)),
        null,
        new Query.From(List.of(rows), null),
        Query.Aggregation.NONE,
        NO_POSITION);
  }
}
