package dev.colonnade.sql.schema;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.system.SystemTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Calcite catalog reader over one catalog snapshot: resolves names for the validator and the
 * planner.
 */
public final class SnapshotCatalogReader extends CalciteCatalogReader {
  /** Default schema of unqualified names. */
  public static final String DEFAULT_SCHEMA = "public";

  /** Prefix of the name of an array type in PostgreSQL. */
  private static final String ARRAY_PREFIX = "_";

  /** Schema of materialized CTEs; no user schema has this name. */
  private static final String CTE_SCHEMA = "names of with";

  private static final List<String> SYSTEM_SCHEMAS =
      List.of(
          SystemTables.CATALOG_SCHEMA,
          SystemTables.INFORMATION_SCHEMA,
          SystemTables.INTERNAL_SCHEMA);

  private final NameScope names;

  private SnapshotCatalogReader(CalciteSchema root, NameScope names, RelDataTypeFactory factory) {
    super(root, matcher(), path(names), factory, config());
    this.names = names;
  }

  /**
   * Returns a reader of the tables and views of a snapshot.
   *
   * @param statistics row counts and column statistics of tables
   * @param viewTypes returns the row type of a view
   * @param ctes materialized CTEs, which shadow all other relations
   */
  public static SnapshotCatalogReader of(
      NameScope names,
      TableStatisticsSource statistics,
      Function<View, RelDataType> viewTypes,
      RelDataTypeFactory factory,
      List<MaterializedCteTable> ctes) {
    boolean withMetadata = false;
    boolean cached = false;
    CalciteSchema root = CalciteSchema.createRootSchema(withMetadata, cached);
    SchemaPlus plus = root.plus();
    for (SchemaEntry schema : names.catalog().schemas(names.database().id())) {
      if (names.isTemporaryOfOtherSession(schema)) {
        continue;
      }
      Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
      for (Relation relation : names.catalog().relations(schema.id())) {
        switch (relation) {
          case Table table -> tables.put(table.name(), new SnapshotTable(table, statistics));
          case View view -> tables.put(view.name(), new SnapshotView(view, viewTypes));
          case SequenceEntry sequence ->
              tables.put(sequence.name(), new SnapshotSequence(sequence));
        }
      }
      plus.add(schema.name(), new TableSchemaOf(tables));
      if (schema.isTemporary()) {
        plus.add(SchemaEntry.TEMPORARY_ALIAS, new TableSchemaOf(tables));
      }
    }
    for (String schema : SYSTEM_SCHEMAS) {
      Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
      SystemTables.of(schema)
          .forEach((name, table) -> tables.put(name, new SystemSchemaTable(table)));
      plus.add(schema, new TableSchemaOf(Map.copyOf(tables)));
    }
    if (!ctes.isEmpty()) {
      Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
      ctes.forEach(table -> tables.put(table.name(), table));
      plus.add(CTE_SCHEMA, new TableSchemaOf(tables));
    }
    return new SnapshotCatalogReader(root, names, factory);
  }

  /** Returns the names that this reader resolves. */
  public NameScope names() {
    return names;
  }

  private static SqlNameMatcher matcher() {
    return SqlNameMatchers.withCaseSensitive(true);
  }

  /** Returns the search path of unqualified names: the system's tables come first. */
  private static List<List<String>> path(NameScope names) {
    List<List<String>> path = new ArrayList<>();
    path.add(List.of(CTE_SCHEMA));
    path.add(List.of(SystemTables.CATALOG_SCHEMA));
    names.path().forEach(schema -> path.add(List.of(schema.name())));
    path.add(List.of());
    return path;
  }

  private static CalciteConnectionConfig config() {
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    return new CalciteConnectionConfigImpl(properties);
  }

  @Override
  public @Nullable RelDataType getNamedType(SqlIdentifier name) {
    String last = name.names.getLast();
    RelDataType found = CalciteTypes.named(getTypeFactory(), last);
    if (found != null) {
      return found;
    }
    if (last.startsWith(ARRAY_PREFIX)) {
      RelDataType element = CalciteTypes.named(getTypeFactory(), last.substring(1));
      return element == null ? null : getTypeFactory().createArrayType(element, -1);
    }
    return names.findEnum(name.names) == null
        ? null
        : getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
  }

  /** Schema of tables by name. */
  private static final class TableSchemaOf extends AbstractSchema {
    private final Map<String, org.apache.calcite.schema.Table> tables;

    TableSchemaOf(Map<String, org.apache.calcite.schema.Table> tables) {
      this.tables = tables;
    }

    @Override
    protected Map<String, org.apache.calcite.schema.Table> getTableMap() {
      return tables;
    }
  }
}
