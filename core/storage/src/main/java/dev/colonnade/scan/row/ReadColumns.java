package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns that a scan reads, numbered from 0: those of the projection in its order (projection
 * pushdown), then those that only the filter reads. All later stages identify a column by this
 * number.
 *
 * <p>The class also maps each column to its part, which is its family's index among the needed
 * families in the order of their ids, and to its place, which is its index among the columns read
 * of that family. Family 0 is always part 0, since its presence is the row's; key columns belong to
 * part 0.
 */
public final class ReadColumns {
  private final TableSchema schema;
  private final List<Column> columns = new ArrayList<>();
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final int projectedCount;
  private final int[] familyIds;
  private final int[] parts;
  private final int[] places;
  private final boolean projectsKey;
  private final boolean filtersKey;

  /**
   * Resolves the column ids of {@code projection} and {@code filtered}. Throws UNKNOWN_COLUMN if
   * the schema has no such column, INVALID_ARGUMENT if the projection contains one twice.
   */
  public ReadColumns(TableSchema schema, List<Integer> projection, Collection<Integer> filtered) {
    this.schema = requireNonNull(schema, "schema is null");
    for (int columnId : projection) {
      if (!add(columnId)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "column is projected twice: columnId=" + columnId);
      }
    }
    this.projectedCount = columns.size();
    filtered.forEach(this::add);
    this.familyIds = neededFamilies();
    this.parts = findParts();
    this.places = countPlaces();
    this.projectsKey = anyKey(projection);
    this.filtersKey = anyKey(filtered);
  }

  private boolean add(int columnId) {
    Column column = schema.column(columnId);
    if (numbers.putIfAbsent(columnId, columns.size()) != null) {
      return false;
    }
    columns.add(column);
    return true;
  }

  private boolean anyKey(Collection<Integer> columnIds) {
    for (int columnId : columnIds) {
      if (schema.isKey(columnId)) {
        return true;
      }
    }
    return false;
  }

  private int[] neededFamilies() {
    int[] ids = new int[columns.size() + 1];
    ids[0] = ColumnFamily.FIRST_ID;
    int count = 1;
    for (Column column : columns) {
      int id = familyOf(column);
      int at = Arrays.binarySearch(ids, 0, count, id);
      if (at < 0) {
        System.arraycopy(ids, -at - 1, ids, -at, count + at + 1);
        ids[-at - 1] = id;
        count++;
      }
    }
    return Arrays.copyOf(ids, count);
  }

  private int familyOf(Column column) {
    return schema.isKey(column.id()) ? ColumnFamily.FIRST_ID : schema.familyOf(column.id()).id();
  }

  private int[] findParts() {
    int[] found = new int[columns.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = partOfFamily(familyOf(columns.get(i)));
    }
    return found;
  }

  private int[] countPlaces() {
    int[] found = new int[columns.size()];
    int[] counts = new int[familyIds.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = counts[parts[i]]++;
    }
    return found;
  }

  public TableSchema schema() {
    return schema;
  }

  public Column column(int number) {
    return columns.get(number);
  }

  /** Returns the columns of the projection, in its order. */
  public List<Column> projected() {
    return columns.subList(0, projectedCount);
  }

  /** Returns all columns by their numbers. */
  public List<Column> all() {
    return Collections.unmodifiableList(columns);
  }

  /** Returns the same columns with the same numbers, all of them in the projection. */
  public ReadColumns allProjected() {
    return projectedCount == columns.size()
        ? this
        : new ReadColumns(schema, columns.stream().map(Column::id).toList(), List.of());
  }

  /** Returns the number of the column of this id. Throws UNKNOWN_COLUMN if it is not read. */
  public int number(int columnId) {
    Integer number = numbers.get(columnId);
    if (number == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "column is not read: columnId=" + columnId);
    }
    return number;
  }

  /** Returns the part of a column. */
  public int part(int number) {
    return parts[number];
  }

  /** Returns the place of a column among those of its part. */
  public int place(int number) {
    return places[number];
  }

  /** Returns the number of parts: of families that must be read. */
  public int partCount() {
    return familyIds.length;
  }

  /** Returns the family id of a part. */
  public int familyId(int part) {
    return familyIds[part];
  }

  /** Returns the part of a family, or -1 if the family is not needed. */
  public int partOfFamily(int familyId) {
    return Math.max(Arrays.binarySearch(familyIds, familyId), -1);
  }

  /** Returns the columns of a part by their places; those of the projection come first. */
  public List<Column> columnsOf(int part) {
    List<Column> found = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (parts[i] == part) {
        found.add(columns.get(i));
      }
    }
    return found;
  }

  /** Returns the numbers of the projection's columns in a part, by their places. */
  public int[] projectedNumbersOf(int part) {
    int[] found = new int[projectedCount];
    int count = 0;
    for (int i = 0; i < projectedCount; i++) {
      if (parts[i] == part) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Returns whether the projection has a key column. */
  public boolean projectsKey() {
    return projectsKey;
  }

  /** Returns whether the filter reads a key column. */
  public boolean filtersKey() {
    return filtersKey;
  }
}
