package dev.colonnade.sql.command.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.command.relation.TargetRelation;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.copy.CopyTextDecoder;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.run.InsertParameterRows;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.DataStatement.CursorQuery;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statements of COPY. Thread-safe. */
public final class CopyStatements {
  private final FrontEnd frontEnd;

  /**
   * Creates the statements.
   *
   * @param frontEnd plans the queries and inserts of COPY
   */
  public CopyStatements(FrontEnd frontEnd) {
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
  }

  /**
   * Returns the statement of a COPY.
   *
   * @throws ColonnadeException with PostgreSQL's error and the position in the whole text
   */
  public PreparedStatement prepare(CopyCommand node, PlanContext context) {
    String file = ServerFiles.of(node, context.transaction().names());
    DataStatement query = node.subject().query();
    if (query != null) {
      requireRows(query);
      CopyOptions options = CopyOptionReader.read(node.options(), false);
      PreparedStatement source = frontEnd.plan(CopiedRows.of(query, options), context);
      return new CopyTo(source, description(options, file, Target.QUERY, source.columns()));
    }
    QualifiedName name = requireNonNull(node.subject().table(), "neither a table nor a query");
    TargetRelation relation = TargetRelation.of(name, context.transaction().names());
    return node.from()
        ? copyFrom(node, file, relation, context)
        : copyTo(node, file, relation, context);
  }

  private static void requireRows(DataStatement query) {
    switch (query) {
      case Query select when isInto(select) ->
          throw unsupported("COPY (SELECT INTO) is not supported");
      case Query _, CursorQuery _ -> {}
      case Change change when returning(change).isEmpty() ->
          throw unsupported("COPY query must have a RETURNING clause");
      case Change _ -> {}
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

  private static List<Query.Item> returning(Change change) {
    return switch (change) {
      case Change.Insert insert -> insert.returning();
      case Change.Update update -> update.returning();
      case Change.Delete delete -> delete.returning();
      case Change.Merge _ -> List.of();
    };
  }

  private PreparedStatement copyTo(
      CopyCommand node, @Nullable String file, TargetRelation relation, PlanContext context) {
    QualifiedName name = requireNonNull(node.subject().table(), "table is null");
    Table table =
        switch (relation) {
          case TargetRelation.OfTable(Table found) -> found;
          case TargetRelation.OfSystem _ -> null;
          case TargetRelation.OfView view ->
              throw wrongKind(
                  "cannot copy from view \"%s\"".formatted(view.name()),
                  "Try the COPY (SELECT ...) TO variant.");
          case TargetRelation.OfSequence sequence ->
              throw wrongKind("cannot copy from sequence \"%s\"".formatted(sequence.name()));
          case TargetRelation.OfIndex index -> throw isIndex(index);
        };
    List<String> columns = node.subject().columns();
    if (table != null) {
      CopiedColumns.of(table, columns);
      columns = CopiedColumns.names(table, columns);
    }
    CopyOptions options = CopyOptionReader.read(node.options(), false);
    PreparedStatement source =
        frontEnd.plan(CopiedRows.of(CopiedColumns.select(name, columns), options), context);
    Set<String> others = table == null ? Set.of() : CopiedColumns.namesOf(table);
    return new CopyTo(
        source,
        description(options, file, new Target(relation.name(), table, others), source.columns()));
  }

  private PreparedStatement copyFrom(
      CopyCommand node, @Nullable String file, TargetRelation relation, PlanContext context) {
    QualifiedName name = requireNonNull(node.subject().table(), "table is null");
    Table table =
        switch (relation) {
          case TargetRelation.OfTable(Table found) -> found;
          case TargetRelation.OfSystem system -> throw noChanges(system);
          case TargetRelation.OfView view ->
              throw wrongKind(
                  "cannot copy to view \"%s\"".formatted(view.name()),
                  "To enable copying to a view, provide an INSTEAD OF INSERT trigger.");
          case TargetRelation.OfSequence sequence ->
              throw wrongKind("cannot copy to sequence \"%s\"".formatted(sequence.name()));
          case TargetRelation.OfIndex index -> throw isIndex(index);
        };
    StatementAnalysis analysis = frontEnd.analysis(context);
    if (!context.settings().isRowSecurityOn()) {
      analysis.switchRowSecurityOff();
    }
    if (analysis.rowSecurity(table).isEnabled()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "COPY FROM not supported with row-level security",
          ErrorFields.NONE.withHint("Use INSERT statements instead."));
    }
    CopyCondition condition =
        node.condition() == null ? null : CopyCondition.of(node.condition(), table, analysis);
    List<SqlColumn> copied =
        CopiedColumns.of(table, node.subject().columns()).stream()
            .map(column -> new SqlColumn(column.name(), CopiedColumns.typeOf(column)))
            .toList();
    CopyOptions options = CopyOptionReader.read(node.options(), true);
    CopyDescription description =
        description(
            options, file, new Target(table.name(), table, CopiedColumns.namesOf(table)), copied);
    DataPlan plan =
        frontEnd.dataPlan(
            CopiedColumns.insert(
                name, CopiedColumns.names(table, node.subject().columns()), copied.size()),
            context);
    ModifyPlan.Insert insert = (ModifyPlan.Insert) plan.physical();
    InsertParameterRows rows = InsertParameterRows.of(insert, plan.parameterTypes());
    if (rows == null) {
      throw new IllegalStateException("rows of COPY are not expressions: table=" + table.name());
    }
    return new CopyFrom(
        rows,
        decoder(insert, rows, copied.size()),
        condition,
        description,
        plan.analyzed().privileges());
  }

  /** Returns the decoder of rows of text; null if there is more to do than to decode them. */
  private static @Nullable CopyTextDecoder decoder(
      ModifyPlan.Insert insert, InsertParameterRows rows, int width) {
    boolean isPlain = insert.targets().size() == width && rows.areParameters(width);
    return isPlain ? CopyTextDecoder.of(insert.table().schema(), insert.targets()) : null;
  }

  /**
   * Copied relation.
   *
   * @param name null for a query
   * @param table null for a query or a table of the system catalog
   * @param columns names of all columns of the table
   */
  private record Target(@Nullable String name, @Nullable Table table, Set<String> columns) {
    private static final Target QUERY = new Target(null, null, Set.of());
  }

  /**
   * Returns the description of a COPY.
   *
   * @param file file of the server; null for the client
   */
  private static CopyDescription description(
      CopyOptions options, @Nullable String file, Target target, List<SqlColumn> columns) {
    List<String> names = columns.stream().map(SqlColumn::name).toList();
    ForcedColumns forced = new ForcedColumns(target.name(), names, target.columns());
    CopyOptions.Quoting quoting = options.quoting();
    forced.require("FORCE_QUOTE", quoting.forced());
    forced.require("FORCE_NOT_NULL", quoting.notNull());
    forced.require("FORCE_NULL", quoting.forcedNull());
    return new CopyDescription(
        options,
        file,
        target.name() == null ? "" : target.name(),
        target.table() == null ? CommandProgress.NO_ID : target.table().id(),
        names,
        columns.stream().map(SqlColumn::type).toList());
  }

  private static ColonnadeException unsupported(String message) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, message);
  }

  private static ColonnadeException noChanges(TargetRelation.OfSystem relation) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "cannot change a table of the system catalog: table=" + relation.name());
  }

  private static ColonnadeException isIndex(TargetRelation.OfIndex index) {
    return wrongKind("\"%s\" is an index".formatted(index.name()));
  }

  private static ColonnadeException wrongKind(String message) {
    return new ColonnadeException(ErrorCode.WRONG_OBJECT_TYPE, message);
  }

  private static ColonnadeException wrongKind(String message, String hint) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE, message, ErrorFields.NONE.withHint(hint));
  }
}
