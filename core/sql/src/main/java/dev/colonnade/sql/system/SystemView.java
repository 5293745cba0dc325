package dev.colonnade.sql.system;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.View;
import dev.colonnade.sql.function.StatementService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one statement sees of the system. Rows are made when they are asked for; what they are made
 * of is worked out once. One thread.
 */
public final class SystemView implements StatementService {
  /** Adds the rows of one table. */
  @FunctionalInterface
  interface RowMaker {
    void make(SystemView view, SystemRows rows);
  }

  private static final Map<String, RowMaker> CATALOG = catalog();
  private static final Map<String, RowMaker> INFORMATION = InformationTables.makers();

  private final SystemSource source;
  private @Nullable SystemObjects objects;

  public SystemView(SystemSource source) {
    this.source = requireNonNull(source, "source is null");
  }

  private static Map<String, RowMaker> catalog() {
    Map<String, RowMaker> makers = new HashMap<>(RelationTables.makers());
    makers.putAll(ServerTables.makers());
    makers.putAll(StatisticsTables.makers());
    makers.putAll(DependencyTables.makers());
    makers.put("pg_sequence", SequenceTables::sequences);
    makers.put("pg_sequences", SequenceTables::shown);
    makers.put(SystemTables.SEQUENCE_VALUES, SequenceTables::values);
    return Map.copyOf(makers);
  }

  /** The rows of a table of the system, with values as running statements hold them. */
  public List<@Nullable Object[]> rows(SystemTable table) {
    boolean isStandard = table.schema().equals(SystemTables.INFORMATION_SCHEMA);
    RowMaker maker = (isStandard ? INFORMATION : CATALOG).get(table.name());
    List<@Nullable Object[]> builtIn = isStandard ? List.of() : BuiltInRows.of(table.name());
    if (maker == null) {
      return builtIn;
    }
    SystemRows rows = new SystemRows(table);
    maker.make(this, rows);
    List<@Nullable Object[]> all = new ArrayList<>(builtIn);
    all.addAll(rows.rows());
    return all;
  }

  /** The name of the session's database. */
  String database() {
    return source.scope().database().name();
  }

  /** An expression over a relation's columns as it is shown. */
  String expression(String kept, Relation relation, boolean pretty) {
    Table table = relation.table();
    String shown = table == null ? null : source.expression(kept, table, pretty);
    return shown == null ? kept : shown;
  }

  /** An index with its expressions and its predicate as they are shown. */
  IndexEntry shown(IndexEntry index, boolean pretty) {
    return index.inWords(kept -> expression(kept, index.table(), pretty));
  }

  /** The query of a relation that is a view, as the session would have to write it; or null. */
  @Nullable String definition(Relation relation) {
    View view = relation.kind() == Relation.VIEW ? objects().view(relation.oid()) : null;
    return view == null ? relation.definition() : source.query(view);
  }

  SystemSource source() {
    return source;
  }

  /** The columns of a relation with their types, which those of views have to be asked for. */
  List<Relation.Attribute> attributes(Relation relation) {
    View view = relation.kind() == Relation.VIEW ? objects().view(relation.oid()) : null;
    List<ViewColumn> columns = view == null ? List.of() : source.columns(view);
    if (columns.size() != relation.attributes().size()) {
      return relation.attributes();
    }
    List<Relation.Attribute> typed = new ArrayList<>();
    for (Relation.Attribute attribute : relation.attributes()) {
      typed.add(attribute.typed(columns.get(typed.size())));
    }
    return typed;
  }

  SystemObjects objects() {
    SystemObjects known = objects;
    if (known == null) {
      known = SystemObjects.of(source.scope());
      objects = known;
    }
    return known;
  }
}
