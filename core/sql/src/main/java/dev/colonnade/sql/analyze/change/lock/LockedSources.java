package dev.colonnade.sql.analyze.change.lock;

import dev.colonnade.sql.syntax.query.FromItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Relations of FROM that row locks may name. */
final class LockedSources {
  private final List<Source> sources = new ArrayList<>();

  /** Kinds of relations. */
  enum Kind {
    TABLE,
    SUBQUERY,
    FUNCTION,
    JOIN
  }

  /**
   * Relation.
   *
   * @param isNullable whether a row without it may be returned, by an outer join
   */
  record Source(String name, Kind kind, boolean isNullable) {}

  private LockedSources() {}

  static List<Source> of(List<FromItem> items) {
    LockedSources found = new LockedSources();
    items.forEach(item -> found.add(item, false));
    return found.sources;
  }

  private void add(FromItem item, boolean isNullable) {
    switch (item) {
      case FromItem.Table table ->
          sources.add(
              new Source(
                  nameOf(table.alias(), table.relation().name().last()), Kind.TABLE, isNullable));
      case FromItem.Subquery subquery ->
          sources.add(new Source(nameOf(subquery.alias(), ""), Kind.SUBQUERY, isNullable));
      case FromItem.Functions functions ->
          sources.add(new Source(nameOf(functions.alias(), ""), Kind.FUNCTION, isNullable));
      case FromItem.XmlTable table ->
          sources.add(new Source(nameOf(table.alias(), ""), Kind.FUNCTION, isNullable));
      case FromItem.Join join -> addJoin(join, isNullable);
    }
  }

  private void addJoin(FromItem.Join join, boolean isNullable) {
    boolean isFull = join.kind() == FromItem.JoinKind.FULL;
    add(join.left(), isNullable || isFull || join.kind() == FromItem.JoinKind.RIGHT);
    add(join.right(), isNullable || isFull || join.kind() == FromItem.JoinKind.LEFT);
    FromItem.Alias alias = join.alias();
    if (alias != null) {
      sources.add(new Source(alias.name(), Kind.JOIN, isNullable));
    }
  }

  private static String nameOf(FromItem.@Nullable Alias alias, String name) {
    return alias == null || alias.name().isEmpty() ? name : alias.name();
  }
}
