package dev.colonnade.scan.cache.block;

import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.SegmentColumns;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.segment.DamagedSegmentException;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentBuilder;
import dev.colonnade.scan.segment.SegmentPart;
import dev.colonnade.scan.segment.SegmentReader;
import dev.colonnade.type.schema.Column;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a block as a segment: a part without a name with the {@link RowIndex}, and a part for
 * each column.
 */
public final class BlockImage {
  private static final String INDEX = "";

  private BlockImage() {}

  /**
   * Encodes the rows and all columns that are in memory or in an older segment of the same rows.
   */
  public static void encode(BlockMemory memory, @Nullable Segment older, SegmentBuilder to)
      throws IOException {
    to.clear();
    memory.index().encode(INDEX, to);
    Set<String> names = new HashSet<>();
    for (var entry : memory.columns().entrySet()) {
      String name = SegmentColumns.name(entry.getKey());
      if (name != null && names.add(name)) {
        int rowCount = memory.index().rowCount();
        SegmentColumns.encode(entry.getKey(), name, entry.getValue(), rowCount, to);
      }
    }
    if (older != null) {
      for (SegmentPart part : older.parts()) {
        if (!part.name().equals(INDEX) && names.add(part.name())) {
          to.addPart(older, part);
        }
      }
    }
  }

  /** Returns whether a segment has all columns that are in memory and can be stored. */
  public static boolean hasAll(Segment segment, BlockMemory memory) {
    for (Column column : memory.columns().keySet()) {
      String name = SegmentColumns.name(column);
      if (name != null && segment.part(name) == null) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether segments can have all of the columns. */
  public static boolean canHave(Collection<Column> columns) {
    return columns.stream().allMatch(column -> SegmentColumns.name(column) != null);
  }

  /** Returns the parts of columns, of those that a segment has. */
  public static Map<Column, SegmentPart> parts(Segment segment, Collection<Column> columns) {
    Map<Column, SegmentPart> parts = new HashMap<>();
    for (Column column : columns) {
      String name = SegmentColumns.name(column);
      SegmentPart part = name == null ? null : segment.part(name);
      if (part != null) {
        parts.put(column, part);
      }
    }
    return parts;
  }

  /** Returns the bytes of memory of the rows with some columns. */
  public static long bytes(Segment segment, Map<Column, SegmentPart> columns) {
    return index(segment).rawBytes()
        + columns.values().stream().mapToLong(SegmentPart::rawBytes).sum();
  }

  private static SegmentPart index(Segment segment) {
    SegmentPart part = segment.part(INDEX);
    if (part == null) {
      throw new DamagedSegmentException("segment has no rows number=" + segment.number());
    }
    return part;
  }

  /**
   * Reads the rows of a segment with some columns; the caller releases the result.
   *
   * @throws IOException if the file cannot be read
   * @throws DamagedSegmentException if the content is not what was written
   */
  public static BlockMemory read(
      Segment segment, Map<Column, SegmentPart> columns, SegmentReader reader, RequestMemory memory)
      throws IOException {
    SegmentPart part = index(segment);
    ArrowBuf buffer = memory.allocate(part.rawBytes());
    try {
      reader.read(segment, part, buffer.memoryAddress());
      RowIndex index = RowIndex.decoded(buffer, part, segment);
      BlockColumns read = SegmentColumns.read(segment, columns, reader, memory);
      return new BlockMemory(index, read);
    } catch (IOException | RuntimeException | Error e) {
      buffer.close();
      throw e;
    }
  }
}
