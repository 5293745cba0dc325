package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Column;
import dev.colonnade.type.Family;
import dev.colonnade.type.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The columns that a scan reads, numbered from 0: those of the projection in its order, then those
 * that only the filter looks at. All later stages name a column by this number.
 *
 * <p>It also says where each column is found: in which of the needed families, counted as parts
 * from 0 in the order of their ids, and at which place among the columns read of it. Family 0 is
 * always part 0, since its presence is the row's; the columns of the key are counted to it.
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
   * The columns of {@code projection} and {@code filtered}, given by their ids. UNKNOWN_COLUMN if
   * the schema has no such column, INVALID_ARGUMENT if the projection names one twice.
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
    this.parts = columns.stream().mapToInt(this::findPart).toArray();
    this.places = countPlaces();
    this.projectsKey = projection.stream().anyMatch(schema::isKey);
    this.filtersKey = filtered.stream().anyMatch(schema::isKey);
  }

  private boolean add(int columnId) {
    Column column = schema.column(columnId);
    if (numbers.putIfAbsent(columnId, columns.size()) != null) {
      return false;
    }
    columns.add(column);
    return true;
  }

  private int[] neededFamilies() {
    TreeSet<Integer> ids = new TreeSet<>();
    ids.add(Family.FIRST_ID);
    for (Column column : columns) {
      ids.add(familyOf(column));
    }
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  private int familyOf(Column column) {
    return schema.isKey(column.id()) ? Family.FIRST_ID : schema.familyOf(column.id()).id();
  }

  private int findPart(Column column) {
    return partOfFamily(familyOf(column));
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

  /** Number of columns. */
  public int count() {
    return columns.size();
  }

  /** Number of columns of the projection: these are 0 to this, excluded. */
  public int projectedCount() {
    return projectedCount;
  }

  public Column column(int number) {
    return columns.get(number);
  }

  /** The columns of the projection, in its order. */
  public List<Column> projected() {
    return columns.subList(0, projectedCount);
  }

  /** All columns by their numbers. */
  public List<Column> all() {
    return Collections.unmodifiableList(columns);
  }

  /** The same columns, with the same numbers, all of them in the projection. */
  public ReadColumns allProjected() {
    return projectedCount == columns.size()
        ? this
        : new ReadColumns(schema, columns.stream().map(Column::id).toList(), List.of());
  }

  /** The number of the column of this id; UNKNOWN_COLUMN if it is not read. */
  public int number(int columnId) {
    Integer number = numbers.get(columnId);
    if (number == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "column is not read: columnId=" + columnId);
    }
    return number;
  }

  /** The part in which the column is found. */
  public int part(int number) {
    return parts[number];
  }

  /** The place of the column among those of its part. */
  public int place(int number) {
    return places[number];
  }

  /** Number of parts: of families that must be read. */
  public int partCount() {
    return familyIds.length;
  }

  /** The id of the family that a part is. */
  public int familyId(int part) {
    return familyIds[part];
  }

  /** The part that a family is, or -1 if it is not needed. */
  public int partOfFamily(int familyId) {
    return Math.max(Arrays.binarySearch(familyIds, familyId), -1);
  }

  /** The columns of a part by their places; those of the projection come first. */
  public List<Column> columnsOf(int part) {
    List<Column> found = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (parts[i] == part) {
        found.add(columns.get(i));
      }
    }
    return found;
  }

  /** The numbers of the projection's columns in a part, by their places. */
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

  /** Whether the projection has a column of the key. */
  public boolean projectsKey() {
    return projectsKey;
  }

  /** Whether the filter looks at a column of the key. */
  public boolean filtersKey() {
    return filtersKey;
  }
}
