package dev.colonnade.sql.definition.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;

/** Indexes of a table as those of another table with columns of the same names. */
public final class CopiedIndexes {
  private final Table source;
  private final Table target;
  private final NameScope names;

  public CopiedIndexes(Table source, Table target, NameScope names) {
    this.source = requireNonNull(source, "source is null");
    this.target = requireNonNull(target, "target is null");
    this.names = requireNonNull(names, "names is null");
  }

  /** Returns the definitions of the indexes that are no constraints. */
  public List<Index.Definition> definitions() {
    List<Index.Definition> found = new ArrayList<>();
    for (Index index : source.descriptor().constraints().indexes()) {
      if (!index.definition().kind().isConstraint()) {
        found.add(copied(index.definition()));
      }
    }
    return found;
  }

  private Index.Definition copied(Index.Definition definition) {
    IndexExpressions stored = new IndexExpressions(target, names);
    List<KeyColumn> columns = new ArrayList<>();
    for (KeyColumn part : definition.columns()) {
      int id = definition.expression(part) == null ? column(part.columnId()) : part.columnId();
      boolean isDescending = part.direction() == SortDirection.DESCENDING;
      columns.add(isDescending ? KeyColumn.descending(id) : KeyColumn.ascending(id));
    }
    Index.Predicate predicate = definition.predicate();
    return new Index.Definition(
        definition.kind(),
        columns,
        definition.included().stream().map(this::column).toList(),
        definition.expressions().stream().map(stored::renewed).toList(),
        predicate == null
            ? null
            : stored.predicate(SqlParser.parseExpression(predicate.expression())),
        definition.nullsDistinct());
  }

  private int column(int id) {
    return target.schema().column(source.schema().column(id).name()).id();
  }

  /** Returns the names of the columns of an index of a table, distinguished by their sources. */
  public static List<String> columnNames(Index.Definition definition, Table table) {
    List<String> names = new ArrayList<>();
    for (KeyColumn part : definition.columns()) {
      IndexExpression expression = definition.expression(part);
      String name =
          expression == null ? table.schema().column(part.columnId()).name() : expression.name();
      names.add(TableIndex.uniqueName(names, name));
    }
    definition.included().forEach(id -> names.add(table.schema().column(id).name()));
    return names;
  }
}
