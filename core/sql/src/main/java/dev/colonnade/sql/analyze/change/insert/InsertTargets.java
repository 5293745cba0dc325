package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.syntax.query.Change.TargetColumn;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns that the rows of an INSERT have values for: the listed ones, or the first ones. */
public final class InsertTargets {
  private final ChangedRelation target;
  private final List<TargetColumn> listed;
  private final List<Column> columns = new ArrayList<>();

  private InsertTargets(ChangedRelation target, List<TargetColumn> listed) {
    this.target = target;
    this.listed = listed;
  }

  /** Returns the columns; UNKNOWN_COLUMN or DUPLICATE_COLUMN if the list is not valid. */
  public static InsertTargets of(ChangedRelation target, List<TargetColumn> listed) {
    InsertTargets targets = new InsertTargets(target, listed);
    for (TargetColumn name : listed) {
      Column column = target.column(name.name(), name.position());
      if (targets.isListed(column, name)) {
        throw ChangeErrors.at(
            name.position(),
            ErrorCode.DUPLICATE_COLUMN,
            "column \"%s\" specified more than once".formatted(name.name()));
      }
      targets.columns.add(column);
      target.requireColumn(Privilege.INSERT, name.name());
    }
    return targets;
  }

  /** Returns whether a column is listed already; subscripts of one column may be several. */
  private boolean isListed(Column column, TargetColumn name) {
    int before = columns.indexOf(column);
    return before >= 0 && (name.accessors().isEmpty() || listed.get(before).accessors().isEmpty());
  }

  /** Returns the subscripts to which a value is assigned; null if it is the column's value. */
  @Nullable TargetColumn part(int index) {
    return listed.isEmpty() || listed.get(index).accessors().isEmpty() ? null : listed.get(index);
  }

  /**
   * Throws SYNTAX_ERROR if there is no column for one of the values.
   *
   * @param position of the first value without a column
   */
  public void requireAtMost(int width, int position) {
    if (width > count()) {
      throw ChangeErrors.at(
          position, ErrorCode.SYNTAX_ERROR, "INSERT has more expressions than target columns");
    }
  }

  /** Throws SYNTAX_ERROR if a listed column has no value. */
  public void requireAtLeast(int width) {
    requireAtLeast(width, 0);
  }

  /**
   * Variant of {@link #requireAtLeast(int)}.
   *
   * @param fieldCount number of the fields of the only value; 0 if it is no row
   */
  void requireAtLeast(int width, int fieldCount) {
    if (!listed.isEmpty() && width < listed.size()) {
      ErrorFields fields = ChangeErrors.fields(listed.get(width).position());
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "INSERT has more target columns than expressions",
          width == 1 && fieldCount == listed.size()
              ? fields.withHint(
                  "The insertion source is a row expression containing the same number of columns"
                      + " expected by the INSERT. Did you accidentally use extra parentheses?")
              : fields);
    }
  }

  int count() {
    return listed.isEmpty() ? target.columnNames().size() : listed.size();
  }

  /** Returns the columns that may get values; columns that no value can be written to end them. */
  public List<Column> all() {
    if (!listed.isEmpty()) {
      return columns;
    }
    List<Column> found = new ArrayList<>();
    for (String name : target.columnNames()) {
      Column column = target.findColumn(name);
      if (column == null) {
        return found;
      }
      found.add(column);
    }
    return found;
  }

  /** Returns the columns for so many values. */
  public List<Column> first(int width) {
    if (listed.isEmpty()) {
      List<Column> found = new ArrayList<>();
      for (String name : target.columnNames().subList(0, width)) {
        found.add(target.column(name, -1));
        target.requireColumn(Privilege.INSERT, name);
      }
      return found;
    }
    return columns.subList(0, width);
  }
}
