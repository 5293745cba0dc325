package dev.colonnade.sql.schema;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Relation;
import dev.colonnade.catalog.SequenceEntry;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.View;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.type.TypeMapping;
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

/** Answers the validator's and the planner's questions about names from one snapshot. */
public final class SnapshotReader extends CalciteCatalogReader {
  /** The schema that names without one are looked up in. */
  public static final String DEFAULT_SCHEMA = "public";

  /** What PostgreSQL puts before the name of a type for that of its arrays. */
  private static final String ARRAY_PREFIX = "_";

  /** No user's schema is called so. */
  private static final String HELD_SCHEMA = "names of with";

  private static final List<String> SYSTEM_SCHEMAS =
      List.of(
          SystemTables.CATALOG_SCHEMA,
          SystemTables.INFORMATION_SCHEMA,
          SystemTables.INTERNAL_SCHEMA);

  private final NameScope names;

  private SnapshotReader(CalciteSchema root, NameScope names, RelDataTypeFactory factory) {
    super(root, matcher(), path(names), factory, config());
    this.names = names;
  }

  /**
   * A reader of the tables and views of a snapshot.
   *
   * @param figures what is known of the rows of tables
   * @param viewTypes the columns of a view's rows
   * @param held names of WITH, which come before all others
   */
  public static SnapshotReader of(
      NameScope names,
      TableFigures figures,
      Function<View, RelDataType> viewTypes,
      RelDataTypeFactory factory,
      List<HeldTable> held) {
    boolean withMetadata = false;
    boolean cached = false;
    CalciteSchema root = CalciteSchema.createRootSchema(withMetadata, cached);
    SchemaPlus plus = root.plus();
    for (SchemaEntry schema : names.catalog().schemas(names.database().id())) {
      if (names.isOthersTemporary(schema)) {
        continue;
      }
      Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
      for (Relation relation : names.catalog().relations(schema.id())) {
        switch (relation) {
          case Table table -> tables.put(table.name(), new SnapshotTable(table, figures));
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
      plus.add(schema, new TableSchemaOf(Map.copyOf(SystemTables.of(schema))));
    }
    if (!held.isEmpty()) {
      Map<String, org.apache.calcite.schema.Table> tables = new HashMap<>();
      held.forEach(table -> tables.put(table.name(), table));
      plus.add(HELD_SCHEMA, new TableSchemaOf(tables));
    }
    return new SnapshotReader(root, names, factory);
  }

  /** The names that it reads. */
  public NameScope names() {
    return names;
  }

  private static SqlNameMatcher matcher() {
    return SqlNameMatchers.withCaseSensitive(true);
  }

  /** Where names without a schema are looked up: the system's tables come first. */
  private static List<List<String>> path(NameScope names) {
    List<List<String>> path = new ArrayList<>();
    path.add(List.of(HELD_SCHEMA));
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
    RelDataType found = TypeMapping.named(getTypeFactory(), last);
    if (found != null) {
      return found;
    }
    if (last.startsWith(ARRAY_PREFIX)) {
      RelDataType element = TypeMapping.named(getTypeFactory(), last.substring(1));
      return element == null ? null : getTypeFactory().createArrayType(element, -1);
    }
    return names.findEnum(name.names) == null
        ? null
        : getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
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
