package dev.colonnade.sql.analyze.table;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.lang.ref.WeakReference;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compiler of the expressions of tables, each once for each version of its table. Thread-safe. */
public final class RowExpressions implements RowExpressionCompiler {
  /** Largest number of compiled expressions that are retained. */
  public static final int EXPRESSIONS_MAX = 1000;

  /**
   * Identity of an expression.
   *
   * @param columnId column whose type the value has; 0 if the expression decides it
   */
  private record Key(TableSchema schema, String text, ClauseKind clause, int columnId) {}

  /**
   * Compiled expression.
   *
   * @param catalog whose types it has; null if it has none but those of the table's columns
   */
  private record Compiled(
      CompiledExpression expression, @Nullable WeakReference<CatalogSnapshot> catalog) {
    boolean isOf(CatalogSnapshot other) {
      return catalog == null || catalog.refersTo(other);
    }
  }

  private final Registry registry;
  private final StatementServices services;
  private final Cache<Key, Compiled> compiled;

  /**
   * Creates the compiler.
   *
   * @param registry with the built-in types and functions
   */
  public RowExpressions(Registry registry) {
    this(
        requireNonNull(registry, "registry is null"),
        new RowContext(() -> ZoneOffset.UTC, RowExpressions::noClock),
        Caffeine.newBuilder().maximumSize(EXPRESSIONS_MAX).build());
  }

  private RowExpressions(Registry registry, RowContext context, Cache<Key, Compiled> compiled) {
    this.registry = registry;
    this.services = name -> name.equals(FunctionContext.class.getName()) ? context : null;
    this.compiled = compiled;
  }

  private static long noClock() {
    throw RowContext.unsupported("the current time");
  }

  /**
   * Returns the expressions as a session evaluates them, with the same cache.
   *
   * @param clockMicros microseconds since 1970-01-01 00:00 UTC
   */
  public RowExpressions in(Supplier<ZoneId> timeZone, LongSupplier clockMicros) {
    return new RowExpressions(registry, new RowContext(timeZone, clockMicros), compiled);
  }

  @Override
  public RowPredicate of(Table table, String expression) {
    CompiledExpression predicate =
        compiled(
            table,
            expression,
            ClauseKind.INDEX_PREDICATE,
            expressions ->
                expressions.predicate(
                    table,
                    expression,
                    ClauseKind.INDEX_PREDICATE,
                    TableColumns.inBatch(table.schema())));
    return row -> (Boolean) predicate.internal(row, services);
  }

  @Override
  public RowPredicate checkOf(Table table, CatalogSnapshot catalog, String expression) {
    CompiledExpression predicate =
        compiledIn(
            catalog,
            new Key(table.schema(), expression, ClauseKind.CHECK, 0),
            table,
            expressions ->
                expressions.predicate(
                    table, expression, ClauseKind.CHECK, TableColumns.inBatch(table.schema())));
    return row -> (Boolean) predicate.internal(row, services);
  }

  /** Returns an expression that may name types of a catalog. */
  private CompiledExpression compiledIn(
      CatalogSnapshot catalog,
      Key key,
      Table table,
      Function<TableExpressions, Expression> analysis) {
    Compiled known = compiled.getIfPresent(key);
    if (known == null || !known.isOf(catalog)) {
      NameUses uses = new NameUses();
      Expression value =
          analysis.apply(new TableExpressions(statement(catalog, table).recording(uses)));
      known =
          new Compiled(
              new CompiledExpression(value, table.schema()),
              uses.objectIds().isEmpty() ? null : new WeakReference<>(catalog));
      compiled.put(key, known);
    }
    return known.expression();
  }

  /** Returns a statement that finds the types in the schema of a table, and in {@code public}. */
  private StatementAnalysis statement(CatalogSnapshot catalog, Table table) {
    SchemaEntry schema = catalog.findSchema(table.schemaId());
    DatabaseEntry database = schema == null ? null : catalog.findDatabase(schema.databaseId());
    if (schema == null || database == null) {
      return statement(table);
    }
    NameScope names =
        NameScope.of(
            catalog,
            database,
            NameScope.quoted(schema.name()) + ", " + BuiltIns.PUBLIC,
            "",
            schema.isTemporary() ? schema.name() : SchemaEntry.TEMPORARY_ALIAS,
            RolePrivileges.ofSystem(catalog));
    return new StatementAnalysis(
        registry.with(new CatalogTypes(names)),
        names,
        new ParameterTypes(List.of(), LiteralParameters.ALL));
  }

  @Override
  public RowExpression valueOf(Table table, IndexExpression expression) {
    SqlType type = TypeMapping.sqlType(expression.type());
    CompiledExpression value =
        compiled(
            table,
            expression.text(),
            ClauseKind.INDEX_EXPRESSION,
            expressions ->
                expressions.indexValue(table, expression, TableColumns.inBatch(table.schema())));
    return row -> ValueConverter.toJava(type, value.internal(row, services));
  }

  @Override
  public RowExpression generatedOf(Table table, CatalogSnapshot catalog, Column column) {
    GeneratedColumn generated =
        requireNonNull(table.descriptor().properties().generated().get(column.id()));
    SqlType type = TypeMapping.sqlType(column.type());
    CompiledExpression value =
        compiledIn(
            catalog,
            new Key(table.schema(), generated.text(), ClauseKind.GENERATED, column.id()),
            table,
            expressions ->
                expressions.generated(table, column, TableColumns.inBatch(table.schema())));
    return row -> ValueConverter.toJava(type, value.internal(row, services));
  }

  @Override
  public @Nullable Object defaultOf(Table table, Column column) {
    if (!TableExpressions.hasDefault(table, column)) {
      return null;
    }
    Expression value = new TableExpressions(statement(table)).defaultOf(table, column).expression();
    @Nullable Object[] row = new @Nullable Object[table.schema().columns().size()];
    return ValueConverter.toJava(
        TypeMapping.sqlType(column.type()),
        new CompiledExpression(value, table.schema()).internal(row, services));
  }

  private CompiledExpression compiled(
      Table table,
      String text,
      ClauseKind clause,
      Function<TableExpressions, Expression> analysis) {
    return compiled(new Key(table.schema(), text, clause, 0), table, analysis);
  }

  private CompiledExpression compiled(
      Key key, Table table, Function<TableExpressions, Expression> analysis) {
    Compiled known = compiled.getIfPresent(key);
    if (known != null) {
      return known.expression();
    }
    CompiledExpression made =
        new CompiledExpression(
            analysis.apply(new TableExpressions(statement(table))), table.schema());
    compiled.put(key, new Compiled(made, null));
    return made;
  }

  private StatementAnalysis statement(Table table) {
    NameScope names = NameScope.ofTable(table);
    return new StatementAnalysis(
        registry.with(new CatalogTypes(names)),
        names,
        new ParameterTypes(List.of(), LiteralParameters.ALL));
  }
}
