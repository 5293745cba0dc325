package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.server.parquet.format.ThriftReader;
import dev.colonnade.server.parquet.read.LeafColumn.ListLevel;
import java.util.ArrayList;
import java.util.List;

/** Reader of the schema of a file: columns of plain values and of lists. One thread. */
final class SchemaReader {
  /** As many as columns of a table, with the three elements of a list. */
  private static final int ELEMENTS_MAX = 10_000;

  private static final int DEPTH_MAX = 8;
  private static final int OPTIONAL = 1;
  private static final int REPEATED = 2;

  private final List<SchemaElement> elements = new ArrayList<>();
  private int next;

  private SchemaReader() {}

  /** Reads the list of elements that is the current field. */
  static List<LeafColumn> read(ThriftReader in) {
    SchemaReader reader = new SchemaReader();
    int count = in.beginStructs();
    if (count > ELEMENTS_MAX) {
      throw ParquetErrors.tooLarge("it has too many columns: elementsMax=" + ELEMENTS_MAX);
    }
    for (int i = 0; i < count; i++) {
      reader.elements.add(SchemaElement.read(in));
    }
    return reader.columns();
  }

  private List<LeafColumn> columns() {
    SchemaElement root = nextElement();
    List<LeafColumn> columns = new ArrayList<>();
    for (int i = 0; i < root.childCount(); i++) {
      String name = peek().name();
      columns.add(column(name, 0, new ArrayList<>()));
    }
    if (next != elements.size()) {
      throw ParquetErrors.malformed("its schema is no tree");
    }
    return columns;
  }

  private SchemaElement nextElement() {
    SchemaElement element = peek();
    next++;
    return element;
  }

  private SchemaElement peek() {
    if (next >= elements.size()) {
      throw ParquetErrors.malformed("its schema is no tree");
    }
    return elements.get(next);
  }

  /** Reads an element that is a value or a list, with the lists around it. */
  private LeafColumn column(String name, int definition, List<ListLevel> lists) {
    SchemaElement element = nextElement();
    if (lists.size() > DEPTH_MAX) {
      throw ParquetErrors.unsupported("lists in column \"%s\" are too deep".formatted(name));
    }
    int level = definition + (element.repetition() == OPTIONAL ? 1 : 0);
    if (element.isValue()) {
      if (element.repetition() == REPEATED) {
        lists.add(new ListLevel(level, level + 1));
        level++;
      }
      return leaf(name, element, level, lists);
    }
    boolean isList = element.logical().kind() == LogicalType.Kind.LIST;
    if (!isList || element.childCount() != 1 || element.repetition() == REPEATED) {
      throw noValues(name);
    }
    SchemaElement repeated = peek();
    if (repeated.repetition() != REPEATED) {
      throw noValues(name);
    }
    if (repeated.isValue()) {
      return column(name, level, lists);
    }
    next++;
    if (repeated.childCount() != 1) {
      throw noValues(name);
    }
    lists.add(new ListLevel(level, level + 1));
    return column(name, level + 1, lists);
  }

  private static RuntimeException noValues(String name) {
    return ParquetErrors.unsupported(
        "column \"%s\" contains neither values nor lists of values".formatted(name));
  }

  private static LeafColumn leaf(
      String name, SchemaElement element, int definitionMax, List<ListLevel> lists) {
    PhysicalType physical = element.physical();
    boolean isFixed = physical == PhysicalType.FIXED_BYTES;
    if (isFixed && element.fixedBytes() <= 0) {
      throw ParquetErrors.malformed("column \"%s\" has values without bytes".formatted(name));
    }
    return new LeafColumn(
        name,
        physical,
        isFixed ? element.fixedBytes() : physical.widthBytes(),
        element.logical(),
        definitionMax,
        lists);
  }
}
