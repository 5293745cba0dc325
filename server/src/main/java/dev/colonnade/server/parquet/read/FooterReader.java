package dev.colonnade.server.parquet.read;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.server.parquet.format.ThriftReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the footer of a file. The row groups are read one by one, so that their number needs no
 * memory. One thread.
 */
final class FooterReader {
  private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
  private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(US_ASCII);
  private static final int TAIL_BYTES = 8;
  private static final int FOOTER_BYTES_MAX = 64 << 20;

  private final ThriftReader in;
  private List<LeafColumn> columns = List.of();
  private long rowsLeft;
  private int groupsLeft;
  private int groupPosition;

  /** Row group: the places of its chunks, in the order of the columns. */
  record Group(List<ChunkPlace> chunks, long rowCount) {}

  FooterReader(FileInput file, ReadMemory memory) {
    byte[] tail = new byte[TAIL_BYTES];
    byte[] head = new byte[MAGIC.length];
    if (file.size() < MAGIC.length + TAIL_BYTES) {
      throw ParquetErrors.malformed("it is truncated");
    }
    file.read(0, head);
    file.read(file.size() - TAIL_BYTES, tail);
    byte[] end = Arrays.copyOfRange(tail, Integer.BYTES, TAIL_BYTES);
    if (Arrays.equals(end, ENCRYPTED_MAGIC)) {
      throw ParquetErrors.unsupported("it is encrypted");
    }
    if (!Arrays.equals(end, MAGIC) || !Arrays.equals(head, MAGIC)) {
      throw ParquetErrors.malformed("it has no footer, it may be truncated");
    }
    int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > file.size() - TAIL_BYTES - MAGIC.length) {
      throw ParquetErrors.malformed("the length of its footer is wrong");
    }
    if (length > FOOTER_BYTES_MAX) {
      throw ParquetErrors.tooLarge("its footer is too large: bytesMax=" + FOOTER_BYTES_MAX);
    }
    memory.reserve(length);
    byte[] footer = new byte[length];
    file.read(file.size() - TAIL_BYTES - length, footer);
    in = new ThriftReader(footer, length);
    readMetadata();
  }

  private void readMetadata() {
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 2 -> columns = SchemaReader.read(in);
        case 3 -> rowsLeft = in.readLong();
        case 4 -> {
          groupsLeft = in.beginStructs();
          groupPosition = in.position();
          for (int i = 0; i < groupsLeft; i++) {
            in.skipElement();
          }
        }
        default -> in.skip();
      }
    }
    if (columns.isEmpty()) {
      throw ParquetErrors.malformed("it has no columns");
    }
  }

  /** Returns the columns of stored values, one for each column of the file. */
  List<LeafColumn> columns() {
    return columns;
  }

  /** Returns the next row group; null after the last one. */
  @Nullable Group nextGroup() {
    if (groupsLeft == 0) {
      if (rowsLeft != 0) {
        throw ParquetErrors.malformed("its row groups have other rows than its footer states");
      }
      return null;
    }
    groupsLeft--;
    in.position(groupPosition);
    List<ChunkPlace> chunks = new ArrayList<>();
    long rowCount = 0;
    in.beginElement();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> readChunks(chunks);
        case 3 -> rowCount = in.readLong();
        default -> in.skip();
      }
    }
    in.endStruct();
    groupPosition = in.position();
    if (rowCount < 0 || rowCount > rowsLeft || chunks.size() != columns.size()) {
      throw ParquetErrors.malformed("a row group has other rows or columns than its footer states");
    }
    rowsLeft -= rowCount;
    return new Group(chunks, rowCount);
  }

  private void readChunks(List<ChunkPlace> chunks) {
    int count = in.beginStructs();
    if (count != columns.size()) {
      throw ParquetErrors.malformed("a row group has other columns than the schema");
    }
    for (int i = 0; i < count; i++) {
      chunks.add(readChunk(columns.get(i)));
    }
  }

  private ChunkPlace readChunk(LeafColumn column) {
    ChunkPlace place = null;
    in.beginElement();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> throw ParquetErrors.unsupported("its columns are in other files");
        case 3 -> place = readPlace();
        case 8, 9 -> throw ParquetErrors.unsupported("it is encrypted");
        default -> in.skip();
      }
    }
    in.endStruct();
    if (place == null || place.physical() != column.physical()) {
      throw ParquetErrors.malformed(
          "a row group has another type of column \"%s\"".formatted(column.name()));
    }
    return place;
  }

  private ChunkPlace readPlace() {
    PhysicalType physical = PhysicalType.BOOLEAN;
    int codec = 0;
    long valueCount = 0;
    long bytes = 0;
    long pages = 0;
    long dictionary = 0;
    in.beginStruct();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      switch (field) {
        case 1 -> physical = PhysicalType.of(in.readInt());
        case 4 -> codec = in.readInt();
        case 5 -> valueCount = in.readLong();
        case 7 -> bytes = in.readLong();
        case 9 -> pages = in.readLong();
        case 11 -> dictionary = in.readLong();
        default -> in.skip();
      }
    }
    in.endStruct();
    long start = dictionary > 0 && dictionary < pages ? dictionary : pages;
    if (valueCount < 0 || bytes < 0 || start < 0 || start > Long.MAX_VALUE - bytes) {
      throw ParquetErrors.malformed("a column chunk has an invalid place");
    }
    return new ChunkPlace(physical, codec, valueCount, start, bytes);
  }
}
