package dev.colonnade.sql.deparse.node;

import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Query with types, as PostgreSQL's parse analysis leaves it.
 *
 * @param with common table expressions
 * @param columns of the rows
 */
public record QueryNode(
    With with, Body body, List<Order> order, Ending ending, List<OutputColumn> columns) {
  /** Column of the rows of a query. */
  public record OutputColumn(String name, TypeReference type) {}

  /** Common table expressions. */
  public record With(boolean recursive, List<CommonTable> tables) {
    /** No table. */
    public static final With NONE = new With(false, List.of());
  }

  /**
   * Common table expression.
   *
   * @param keyword MATERIALIZED, NOT MATERIALIZED or empty
   * @param traversal SEARCH and CYCLE
   */
  public record CommonTable(
      String name, List<String> columns, String keyword, QueryNode query, Traversal traversal) {}

  /**
   * SEARCH and CYCLE of a recursive common table expression.
   *
   * @param search clause as it is printed; empty for none
   * @param cycle clause as it is printed, up to its values; empty for none
   * @param values values of the mark, if they are printed
   * @param path end of the cycle clause
   */
  public record Traversal(String search, String cycle, List<Node> values, String path) {
    /** Neither clause. */
    public static final Traversal NONE = new Traversal("", "", List.of(), "");
  }

  /**
   * LIMIT, OFFSET and row locks.
   *
   * @param locks clauses as they are printed
   */
  public record Ending(
      @Nullable Node offset, @Nullable Node count, boolean withTies, List<String> locks) {}

  /**
   * Key of an order.
   *
   * @param number of the column that the key is, from 1; 0 for none
   * @param suffix direction and place of NULLs
   */
  public record Order(Node value, int number, String suffix) {}

  /** Rows of a query. */
  public sealed interface Body {}

  /** SELECT. */
  public record Select(
      @Nullable Distinct distinct,
      List<Target> targets,
      List<Source> from,
      @Nullable Node condition,
      Grouping grouping)
      implements Body {}

  /** DISTINCT, with the keys of DISTINCT ON. */
  public record Distinct(List<Node> on) {}

  /**
   * Column of a select list.
   *
   * @param ownName name that the expression has without AS; null if AS is always printed
   */
  public record Target(Node value, @Nullable String ownName, String name) {}

  /** GROUP BY, HAVING and WINDOW. */
  public record Grouping(
      boolean distinct,
      List<GroupingKeys> keys,
      @Nullable Node having,
      List<NamedWindow> windows) {}

  /**
   * Element of GROUP BY.
   *
   * @param keyword ROLLUP, CUBE, GROUPING SETS or empty
   * @param sets of GROUPING SETS
   */
  public record GroupingKeys(String keyword, List<Node> keys, List<GroupingKeys> sets) {
    /** Creates an element that is no GROUPING SETS. */
    public GroupingKeys(String keyword, List<Node> keys) {
      this(keyword, keys, List.of());
    }
  }

  /** Window with a name. */
  public record NamedWindow(String name, Window window) {}

  /** Window: the name of another one that it extends, partition, order and frame. */
  public record Window(
      @Nullable String base, List<Node> partition, List<Order> order, Frame frame) {}

  /** Frame: texts around the offsets, one more than there are offsets. */
  public record Frame(List<String> texts, List<Node> offsets) {
    /** Default frame. */
    public static final Frame NONE = new Frame(List.of(""), List.of());
  }

  /** VALUES. */
  public record Values(List<List<Node>> rows) implements Body {}

  /** Set operation. */
  public record SetOperation(String operator, boolean all, QueryNode left, QueryNode right)
      implements Body {}

  /** Item of FROM. */
  public sealed interface Source {}

  /**
   * Table, function or subquery.
   *
   * @param alias name that is printed; null if it is that of the table
   * @param columns names of columns that are printed
   */
  public record Named(boolean lateral, Rows rows, @Nullable String alias, List<String> columns)
      implements Source {}

  /** Join. */
  public record Join(
      String keywords, Source left, Source right, @Nullable Node condition, List<String> using)
      implements Source {}

  /** Rows of an item of FROM. */
  public sealed interface Rows {}

  /** Table or common table expression by its name as it is printed. */
  public record TableRows(String name) implements Rows {}

  /** Function. */
  public record FunctionRows(Node call, boolean withOrdinality) implements Rows {}

  /** Subquery. */
  public record SubqueryRows(QueryNode query) implements Rows {}
}
