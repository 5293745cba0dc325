package dev.colonnade.server.parquet.read;

import dev.colonnade.server.parquet.format.LogicalType;
import dev.colonnade.server.parquet.format.PhysicalType;
import java.util.List;

/**
 * Column of stored values.
 *
 * @param name of the column of the file to which the values belong
 * @param fixedBytes bytes of a value of fixed width
 * @param definitionMax level at which there is a value
 * @param lists levels of the lists that contain a value, outermost first
 */
record LeafColumn(
    String name,
    PhysicalType physical,
    int fixedBytes,
    LogicalType logical,
    int definitionMax,
    List<ListLevel> lists) {
  LeafColumn {
    lists = List.copyOf(lists);
  }

  int repetitionMax() {
    return lists.size();
  }

  /**
   * Definition levels of a list.
   *
   * @param definedAt level from which the list is not NULL
   * @param elementsAt level from which it has elements
   */
  record ListLevel(int definedAt, int elementsAt) {}
}
