package dev.colonnade.server.parquet.read;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.server.parquet.decode.HybridDecoder;
import dev.colonnade.server.parquet.decode.ValueDecoder;
import dev.colonnade.server.parquet.decode.ValueDecoders;
import dev.colonnade.server.parquet.decode.ValueList;
import dev.colonnade.server.parquet.format.PageEncoding;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.read.LeafColumn.ListLevel;
import dev.colonnade.server.parquet.read.PageReader.Page;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the values of a column in a row group, row by row. One thread. */
final class ColumnReader {
  /** Bytes of memory of an element of a list, approximately. */
  private static final int ELEMENT_BYTES = 32;

  /** Bytes of memory for a byte of an element: as it was read, and as its column has it. */
  private static final int BYTE_COPIES = 2;

  /** Bytes of elements for which memory is reserved at once, at least. */
  private static final int RESERVED_BYTES = 32 * 1024;

  private final LeafColumn column;
  private final PageReader pages;
  private final ReadMemory memory;
  private final StoredValues values;

  private @Nullable ValueList dictionary;
  private @Nullable ValueDecoder decoder;
  private @Nullable HybridDecoder definitions;
  private @Nullable HybridDecoder repetitions;
  private long dictionaryBytes;
  private long listBytes;

  /** Bytes of elements for which no memory is reserved yet. */
  private long unreservedBytes;

  private long valuesLeft;
  private int leftInPage;

  /** Levels of the next value, if {@code isAhead}. */
  private boolean isAhead;

  private int definition;
  private int repetition;
  private int elementCount;

  ColumnReader(LeafColumn column, ChunkPlace chunk, FileInput file, ReadMemory memory) {
    this.column = column;
    this.memory = memory;
    this.pages = new PageReader(file, memory, chunk);
    this.values = StoredValues.of(column);
    this.valuesLeft = chunk.valueCount();
  }

  /** Returns the value of the next row. */
  @Nullable Object next() {
    if (column.repetitionMax() == 0) {
      advance();
      isAhead = false;
      return value();
    }
    memory.release(listBytes);
    listBytes = 0;
    unreservedBytes = 0;
    elementCount = 0;
    if (!isAhead) {
      advance();
    }
    if (repetition != 0) {
      throw ParquetErrors.malformed("a row begins within a list");
    }
    return list(0);
  }

  private @Nullable Object value() {
    if (definition != column.definitionMax()) {
      return null;
    }
    ValueDecoder known = decoder;
    if (known == null) {
      throw ParquetErrors.malformed("a column chunk has no pages");
    }
    known.next();
    Object value = values.read(known);
    memory.addToRows(ELEMENT_BYTES + known.length());
    return value;
  }

  /** Reads the list at a depth, whose first levels are read. */
  private @Nullable Object list(int depth) {
    ListLevel level = column.lists().get(depth);
    if (definition < level.elementsAt()) {
      boolean isNull = definition < level.definedAt();
      advanceIfMore();
      return isNull ? null : List.of();
    }
    List<@Nullable Object> elements = new ArrayList<>();
    do {
      InterruptionPoint.check(++elementCount);
      elements.add(depth + 1 == column.repetitionMax() ? element() : list(depth + 1));
    } while (isAhead && repetition == depth + 1);
    return elements;
  }

  private @Nullable Object element() {
    reserve(ELEMENT_BYTES);
    Object value = value();
    memory.addToRows(ELEMENT_BYTES);
    if (value != null && decoder != null) {
      reserve((long) BYTE_COPIES * decoder.length()); // a small dictionary may fill a large list
    }
    advanceIfMore();
    return value;
  }

  private void reserve(long bytes) {
    unreservedBytes += bytes;
    if (unreservedBytes >= RESERVED_BYTES) {
      memory.reserve(unreservedBytes);
      listBytes += unreservedBytes;
      unreservedBytes = 0;
    }
  }

  private void advanceIfMore() {
    if (valuesLeft > 0) {
      advance();
    } else {
      isAhead = false;
      repetition = 0;
    }
  }

  /** Reads the levels of the next value. */
  private void advance() {
    if (valuesLeft == 0) {
      throw ParquetErrors.malformed(
          "column \"%s\" has fewer rows than its row group".formatted(column.name()));
    }
    while (leftInPage == 0) {
      beginPage();
    }
    leftInPage--;
    valuesLeft--;
    HybridDecoder ofRepetitions = repetitions;
    HybridDecoder ofDefinitions = definitions;
    repetition = ofRepetitions == null ? 0 : ofRepetitions.next();
    definition = ofDefinitions == null ? 0 : ofDefinitions.next();
    if (repetition > column.repetitionMax() || definition > column.definitionMax()) {
      throw ParquetErrors.malformed("a page has a level that its column has not");
    }
    isAhead = true;
  }

  private void beginPage() {
    Page page = pages.next();
    if (page == null) {
      throw ParquetErrors.malformed(
          "column \"%s\" has fewer values than its row group".formatted(column.name()));
    }
    PageHeader header = page.header();
    if (header.type() == PageHeader.Type.DICTIONARY) {
      readDictionary(page);
      return;
    }
    if (header.valueCount() > valuesLeft) {
      throw ParquetErrors.malformed(
          "column \"%s\" has more values than its row group".formatted(column.name()));
    }
    ByteBuffer content = page.content();
    boolean isV2 = header.type() == PageHeader.Type.DATA_V2;
    repetitions =
        levels(
            content,
            column.repetitionMax(),
            isV2 ? header.repetitionBytes() : -1,
            header.repetitionEncoding());
    definitions =
        levels(
            content,
            column.definitionMax(),
            isV2 ? header.definitionBytes() : -1,
            header.definitionEncoding());
    ByteBuffer stored = content.slice().order(ByteOrder.LITTLE_ENDIAN);
    decoder =
        header.valueCount() == 0 || !stored.hasRemaining()
            ? ValueDecoders.of(
                PageEncoding.PLAIN, column.physical(), column.fixedBytes(), stored, null)
            : ValueDecoders.of(
                PageEncoding.of(header.encoding()),
                column.physical(),
                column.fixedBytes(),
                stored,
                dictionary);
    leftInPage = header.valueCount();
  }

  /**
   * Returns a decoder of levels, which are skipped; null if all are zero.
   *
   * @param bytes of the levels; negative if a length precedes them, as in pages of version 1
   */
  private static @Nullable HybridDecoder levels(
      ByteBuffer content, int max, int bytes, int encoding) {
    if (max == 0) {
      skip(content, Math.max(0, bytes));
      return null;
    }
    if (encoding != PageHeader.RUNS) {
      throw ParquetErrors.unsupported("its levels are bit-packed");
    }
    int length = bytes < 0 ? content.getInt() : bytes;
    int start = content.position();
    skip(content, length);
    ByteBuffer levels = content.slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
    return new HybridDecoder(levels, Integer.SIZE - Integer.numberOfLeadingZeros(max));
  }

  private static void skip(ByteBuffer content, int bytes) {
    if (bytes < 0 || bytes > content.remaining()) {
      throw ParquetErrors.malformed("the levels of a page are longer than the page");
    }
    content.position(content.position() + bytes);
  }

  private void readDictionary(Page page) {
    if (dictionary != null) {
      throw ParquetErrors.malformed("a column chunk has two dictionaries");
    }
    PageEncoding encoding = PageEncoding.of(page.header().encoding());
    if (encoding != PageEncoding.PLAIN && encoding != PageEncoding.PLAIN_DICTIONARY) {
      throw ParquetErrors.unsupported("a dictionary is not plain: " + encoding);
    }
    int count = page.header().valueCount();
    int pageBytes = page.content().remaining();
    long bytes = ValueList.bytesOf(count, pageBytes);
    memory.reserve(bytes - pageBytes); // the page is reserved by its reader
    dictionaryBytes = bytes;
    dictionary = new ValueList(column.physical(), column.fixedBytes(), count, page.content());
  }

  /** Frees the memory of pages, dictionary and lists. */
  void close() {
    pages.close();
    memory.release(dictionaryBytes + listBytes);
    dictionaryBytes = 0;
    listBytes = 0;
  }
}
