package dev.colonnade.sql.definition.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.OnCommit;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.table.column.NewColumns;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.NewTableName;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.TableDefinition.CreateTable;
import dev.colonnade.sql.syntax.definition.TableDefinition.NewTable;
import dev.colonnade.sql.syntax.definition.TableDefinition.Origin;
import dev.colonnade.sql.syntax.definition.TableDefinition.Persistence;
import dev.colonnade.sql.syntax.definition.TableDefinition.Storage;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE. */
public final class CreateTableStatement implements PreparedStatement {
  private final CreateTable create;
  private final Function<Execution, StatementAnalysis> analyses;

  /**
   * Creates the statement.
   *
   * @param analyses create the state of the analysis of an execution
   */
  public CreateTableStatement(CreateTable create, Function<Execution, StatementAnalysis> analyses) {
    this.create = requireNonNull(create, "create is null");
    this.analyses = requireNonNull(analyses, "analyses is null");
  }

  @Override
  public Effect effect() {
    return Effect.WRITES;
  }

  @Override
  public StatementResult run(Execution execution) {
    StatementAnalysis analysis = analyses.apply(execution);
    List<TableElement> elements = elements(create);
    NewTableName name = nameOf(create.table(), create.storage(), analysis.names());
    if (create.table().ifNotExists() && name.isTaken(analysis.names().catalog())) {
      name.addTakenNotice(execution);
    } else {
      creation(elements, name, analysis, execution).run(execution);
    }
    return StatementResult.changed("CREATE TABLE", 0);
  }

  /** Returns the elements of a table of its own; UNSUPPORTED for any other origin. */
  private static List<TableElement> elements(CreateTable create) {
    if (create.partitioning() != null) {
      throw TableClauses.unsupported("PARTITION BY", create.partitioning().position());
    }
    return switch (create.origin()) {
      case Origin.OfType of -> throw TableClauses.unsupported("OF type", of.type().position());
      case Origin.PartitionOf of ->
          throw TableClauses.unsupported("PARTITION OF", of.parent().position());
      case Origin.Elements list -> {
        if (!list.inherits().isEmpty()) {
          QualifiedName parent = list.inherits().getFirst();
          throw TableClauses.unsupported("INHERITS", parent.position());
        }
        yield list.elements();
      }
    };
  }

  /** Returns the name of a new table. */
  public static NewTableName nameOf(NewTable table, Storage storage, NameScope names) {
    List<String> parts = table.name().parts();
    if (parts.size() == 2 && parts.getFirst().equals("pg_catalog")) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied to create \"%s\"".formatted(table.name().dotted()),
          ErrorFields.NONE.withDetail("System catalog modifications are currently disallowed."));
    }
    boolean isTemporary = table.persistence() == Persistence.TEMPORARY;
    OnCommit onCommit = isTemporary ? onCommit(storage) : null;
    try {
      return NewTableName.of(names, parts, onCommit);
    } catch (ColonnadeException e) {
      throw e.with(ErrorFields.at(table.name().position() + 1));
    }
  }

  private static OnCommit onCommit(Storage storage) {
    return switch (storage.onCommit()) {
      case NONE, PRESERVE_ROWS -> OnCommit.PRESERVE_ROWS;
      case DELETE_ROWS -> OnCommit.DELETE_ROWS;
      case DROP -> OnCommit.DROP;
    };
  }

  private TableCreation creation(
      List<TableElement> elements,
      NewTableName name,
      StatementAnalysis analysis,
      Execution execution) {
    NewColumns columns = new NewColumns(name.name(), analysis);
    List<TableElement.Family> families = new ArrayList<>();
    List<Table> indexed = new ArrayList<>();
    for (TableElement element : elements) {
      switch (element) {
        case TableElement.Column column -> columns.add(column);
        case TableElement.Constraint constraint -> columns.add(supported(constraint));
        case TableElement.Like like -> {
          Table source = LikeClauses.expand(like, columns, analysis, execution);
          if (source != null) {
            indexed.add(source);
          }
        }
        case TableElement.Family family -> families.add(family);
      }
    }
    requireStorage(create.storage(), name.temporary());
    return new TableCreation(
        analysis,
        name,
        columns.columns(),
        columns.constraints(),
        indexed,
        families,
        TableSettings.of(create.storage().options()));
  }

  private static TableElement.Constraint supported(TableElement.Constraint constraint) {
    return switch (constraint.rule()) {
      case TableRule.Check _, TableRule.Key _, TableRule.ForeignKey _ -> constraint;
      case TableRule.Exclude _ -> throw TableClauses.unsupported("EXCLUDE", constraint.position());
      case TableRule.KeyUsingIndex _ ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "cannot use an existing index in CREATE TABLE",
              ErrorFields.at(constraint.position() + 1));
    };
  }

  /** Throws an error if the clauses behind the elements are not those of such a table. */
  public static void requireStorage(Storage storage, @Nullable OnCommit temporary) {
    boolean isOnCommit =
        switch (storage.onCommit()) {
          case NONE -> false;
          case DROP, DELETE_ROWS, PRESERVE_ROWS -> true;
        };
    if (isOnCommit && temporary == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DEFINITION, "ON COMMIT can only be used on temporary tables");
    }
    String tablespace = storage.tablespace();
    if (tablespace != null && !tablespace.equals("pg_default")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "tablespace \"%s\" does not exist".formatted(tablespace));
    }
    String method = storage.accessMethod();
    if (method != null && !method.equals("heap")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "access method \"%s\" does not exist".formatted(method));
    }
  }
}
