package dev.colonnade.sql.schema;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.type.TypeMapping;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
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
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** Answers the validator's and the planner's questions about names from one snapshot. */
public final class SnapshotReader extends CalciteCatalogReader {
  /** The schema that names without one are looked up in. */
  public static final String DEFAULT_SCHEMA = "public";

  private static final List<String> SYSTEM_SCHEMAS =
      List.of(
          SystemTables.CATALOG_SCHEMA,
          SystemTables.INFORMATION_SCHEMA,
          SystemTables.INTERNAL_SCHEMA);

  private SnapshotReader(CalciteSchema root, RelDataTypeFactory factory) {
    super(root, matcher(), path(), factory, config());
  }

  /**
   * A reader of the tables of a snapshot.
   *
   * @param figures what is known of the rows of tables
   */
  public static SnapshotReader of(
      CatalogSnapshot catalog, TableFigures figures, RelDataTypeFactory factory) {
    Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
    for (Table table : catalog.tables()) {
      tables.put(table.name(), new SnapshotTable(table, figures));
    }
    boolean withMetadata = false;
    boolean cached = false;
    CalciteSchema root = CalciteSchema.createRootSchema(withMetadata, cached);
    SchemaPlus plus = root.plus();
    plus.add(DEFAULT_SCHEMA, new TableSchemaOf(tables));
    for (String schema : SYSTEM_SCHEMAS) {
      plus.add(schema, new TableSchemaOf(Map.copyOf(SystemTables.of(schema))));
    }
    return new SnapshotReader(root, factory);
  }

  private static SqlNameMatcher matcher() {
    return SqlNameMatchers.withCaseSensitive(true);
  }

  /** Where names without a schema are looked up: the system's tables come first. */
  private static List<List<String>> path() {
    return List.of(List.of(SystemTables.CATALOG_SCHEMA), List.of(DEFAULT_SCHEMA), List.of());
  }

  private static CalciteConnectionConfig config() {
    Properties properties = new Properties();
    properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
    return new CalciteConnectionConfigImpl(properties);
  }

  @Override
  public @Nullable RelDataType getNamedType(SqlIdentifier name) {
    return TypeMapping.named(getTypeFactory(), name.names.getLast());
  }

  /** The tables by their names. */
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
