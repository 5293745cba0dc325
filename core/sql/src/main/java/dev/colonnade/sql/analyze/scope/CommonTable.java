package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Common table expression that FROM may refer to, with the count of its references. */
public final class CommonTable {
  private final String name;
  private final List<Column> columns;
  private final Function<List<Variable>, LogicalPlan> source;
  private final boolean isFuture;
  private final @Nullable IntFunction<CommonTable> definition;
  private final int hiddenCount;
  private int referenceCount;
  private int lastPosition = -1;

  /**
   * Column of a common table expression.
   *
   * @param variable of its plan, whose type each reference copies
   * @param fields of rows; empty if values are no rows, or their fields are not known
   */
  public record Column(
      String name, Variable variable, TypeReference type, List<RowField> fields, Origin origin) {
    public Column(String name, Variable variable, TypeReference type) {
      this(name, variable, type, List.of(), Origin.NONE);
    }

    public Column {
      fields = List.copyOf(fields);
      requireNonNull(origin, "origin is null");
      requireNonNull(name, "name is null");
      requireNonNull(variable, "variable is null");
      requireNonNull(type, "type is null");
    }
  }

  /**
   * Creates a common table expression.
   *
   * @param source plan of a reference whose columns are new variables
   */
  public CommonTable(
      String name, List<Column> columns, Function<List<Variable>, LogicalPlan> source) {
    this(name, columns, 0, source);
  }

  /**
   * Creates a common table expression with columns that only their names find.
   *
   * @param hiddenCount number of these columns, which are the last ones
   */
  public CommonTable(
      String name,
      List<Column> columns,
      int hiddenCount,
      Function<List<Variable>, LogicalPlan> source) {
    this(name, columns, hiddenCount, source, false, null);
  }

  private CommonTable(
      String name,
      List<Column> columns,
      int hiddenCount,
      Function<List<Variable>, LogicalPlan> source,
      boolean isFuture,
      @Nullable IntFunction<CommonTable> definition) {
    this.definition = definition;
    this.hiddenCount = hiddenCount;
    this.isFuture = isFuture;
    this.name = requireNonNull(name, "name is null");
    this.columns = List.copyOf(columns);
    this.source = requireNonNull(source, "source is null");
  }

  public String name() {
    return name;
  }

  public List<Column> columns() {
    return columns;
  }

  /** Returns the number of columns that {@code *} expands to: the first ones. */
  public int visibleCount() {
    return columns.size() - hiddenCount;
  }

  /** Returns a name that a later item of WITH has, and that cannot be referred to yet. */
  public static CommonTable future(String name) {
    return new CommonTable(
        name,
        List.of(),
        0,
        _ -> {
          throw new IllegalStateException("reference to a later item: name=" + name);
        },
        true,
        null);
  }

  /**
   * Returns an item that is analyzed when it is referred to for the first time.
   *
   * @param definition returns the item for the offset of a reference, or throws
   */
  public static CommonTable lazy(String name, IntFunction<CommonTable> definition) {
    CommonTable table = future(name);
    return new CommonTable(name, List.of(), 0, table.source, false, definition);
  }

  /** Returns the analyzed item. */
  public CommonTable resolved(int position) {
    return definition == null ? this : definition.apply(position);
  }

  /** Returns whether the item comes later in WITH. */
  public boolean isFuture() {
    return isFuture;
  }

  /**
   * Returns the plan of one more reference.
   *
   * @param position offset of the reference
   */
  public LogicalPlan reference(List<Variable> variables, int position) {
    referenceCount++;
    lastPosition = position;
    return source.apply(variables);
  }

  /** Returns the offset of the last reference; -1 if there is none. */
  public int lastPosition() {
    return lastPosition;
  }

  /** Returns the number of references up to now. */
  public int referenceCount() {
    return referenceCount;
  }
}
