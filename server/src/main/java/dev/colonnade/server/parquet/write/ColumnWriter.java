package dev.colonnade.server.parquet.write;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.server.parquet.format.PageEncoding;
import dev.colonnade.server.parquet.format.PhysicalType;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a column chunk: the pages of a column in one row group. Values are indexes of a
 * dictionary as long as that saves bytes. One thread; reused for each row group.
 */
final class ColumnWriter {
  private static final int PAGE_VALUES = 20_000;
  private static final int PAGE_BYTES = 1 << 20;

  /** Definition levels of a list, whose elements have the next two. */
  private static final int EMPTY_LIST = 1;

  private static final int NULL_ELEMENT = 2;
  private static final int ELEMENT = 3;

  private final ValueWriter type;
  private final boolean isList;

  private final ByteBuf pages = Unpooled.buffer();
  private final ByteBuf plain = Unpooled.buffer();
  private final ByteBuf value = Unpooled.buffer();
  private final Set<PageEncoding> encodings = EnumSet.noneOf(PageEncoding.class);
  private int[] definitions = new int[PAGE_VALUES];
  private int[] repetitions = new int[PAGE_VALUES];
  private int[] indexes = new int[PAGE_VALUES];
  private int levelCount;
  private int indexCount;
  private @Nullable ValueDictionary dictionary;

  /** Dictionary of earlier pages, if the later ones are plain. */
  private @Nullable ValueDictionary ended;

  private ColumnStatistics statistics;
  private boolean hasDictionaryPages;
  private long valueCount;
  private long plainBytes;

  ColumnWriter(ValueWriter type, boolean isList) {
    this.type = type;
    this.isList = isList;
    this.statistics = new ColumnStatistics(type.order());
    this.dictionary = newDictionary();
  }

  private @Nullable ValueDictionary newDictionary() {
    return type.physical() == PhysicalType.BOOLEAN ? null : new ValueDictionary();
  }

  ValueWriter type() {
    return type;
  }

  boolean isList() {
    return isList;
  }

  /** Adds the value of a row. */
  void add(@Nullable Object row) {
    if (row == null) {
      addNull(0, 0);
    } else if (isList) {
      addList((List<?>) row);
    } else {
      addValue(row, 0, 1);
    }
    if (levelCount >= PAGE_VALUES || plain.readableBytes() >= PAGE_BYTES) {
      endPage();
    }
  }

  private void addList(List<?> elements) {
    ArrayShape shape = ArrayValue.shapeOf(elements);
    if (shape.dimensions() > 1 || (shape.dimensions() == 1 && shape.lowerBound(0) != 1)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "arrays of several dimensions, or that do not begin at 1, cannot be written in the"
              + " format parquet: cast column \"%s\" to text".formatted(type.name()));
    }
    int index = 0;
    for (Object element : elements) {
      InterruptionPoint.check(index);
      int repetition = index++ == 0 ? 0 : 1;
      if (element == null) {
        addNull(repetition, NULL_ELEMENT);
      } else {
        addValue(element, repetition, ELEMENT);
      }
    }
    if (index == 0) {
      addNull(0, EMPTY_LIST);
    }
  }

  private void addNull(int repetition, int definition) {
    statistics.addNull();
    addLevels(repetition, definition);
  }

  private void addLevels(int repetition, int definition) {
    if (levelCount == definitions.length) {
      definitions = Arrays.copyOf(definitions, 2 * levelCount);
      repetitions = Arrays.copyOf(repetitions, 2 * levelCount);
    }
    definitions[levelCount] = definition;
    repetitions[levelCount++] = repetition;
  }

  private void addValue(Object object, int repetition, int definition) {
    addLevels(repetition, definition);
    value.clear();
    type.put(value, object);
    ValueDictionary known = dictionary;
    if (known == null) {
      plain.writeBytes(value, 0, value.readableBytes());
      statistics.add(value.skipBytes(type.prefixBytes()));
      return;
    }
    int size = known.size();
    int index = known.indexOf(value);
    if (index == size) {
      statistics.add(value.skipBytes(type.prefixBytes()));
    }
    if (indexCount == indexes.length) {
      indexes = Arrays.copyOf(indexes, 2 * indexCount);
    }
    indexes[indexCount++] = index;
    if (known.isFull()) {
      endDictionary(known);
    }
  }

  /** Makes the values of the open page, and all later ones, plain. */
  private void endDictionary(ValueDictionary known) {
    for (int i = 0; i < indexCount; i++) {
      known.copy(indexes[i], plain);
    }
    indexCount = 0;
    dictionary = null;
    if (hasDictionaryPages) {
      ended = known;
    }
  }

  /** Returns the bytes of memory that the chunk needs now, approximately. */
  long byteCount() {
    ValueDictionary known = dictionary;
    return pages.readableBytes()
        + plain.readableBytes()
        + (long) Integer.BYTES * (levelCount + indexCount)
        + (known == null ? 0 : known.bytes().readableBytes());
  }

  private void endPage() {
    ValueDictionary known = dictionary;
    if (known != null && !hasDictionaryPages && !isWorthwhile(known)) {
      endDictionary(known);
      known = null;
    }
    ByteBuf content = Unpooled.buffer();
    if (isList) {
      writeLevels(content, repetitions, 1);
    }
    writeLevels(content, definitions, isList ? ELEMENT : 1);
    PageEncoding encoding = writeValues(content, known);
    plainBytes += PageHeaders.writeData(pages, content, levelCount, encoding);
    encodings.add(encoding);
    valueCount += levelCount;
    levelCount = 0;
    indexCount = 0;
    plain.clear();
  }

  /** Returns whether a dictionary saves bytes in the open page. */
  private boolean isWorthwhile(ValueDictionary known) {
    long values = 0;
    for (int i = 0; i < indexCount; i++) {
      values += known.lengthOf(indexes[i]);
    }
    long bits = (long) indexCount * HybridEncoder.bitsOf(known.size() - 1);
    return known.bytes().readableBytes() + bits / Byte.SIZE < values;
  }

  private void writeLevels(ByteBuf content, int[] levels, int max) {
    int start = content.writerIndex();
    content.writeIntLE(0);
    HybridEncoder.write(content, levels, levelCount, HybridEncoder.bitsOf(max));
    content.setIntLE(start, content.writerIndex() - start - Integer.BYTES);
  }

  private PageEncoding writeValues(ByteBuf content, @Nullable ValueDictionary known) {
    if (known != null) {
      int bits = HybridEncoder.bitsOf(Math.max(0, known.size() - 1));
      content.writeByte(bits);
      HybridEncoder.write(content, indexes, indexCount, bits);
      hasDictionaryPages = true;
      return PageEncoding.RLE_DICTIONARY;
    }
    if (type.physical() == PhysicalType.BOOLEAN) {
      writeBits(content);
    } else {
      content.writeBytes(plain, 0, plain.readableBytes());
    }
    return PageEncoding.PLAIN;
  }

  private void writeBits(ByteBuf content) {
    for (int i = 0; i < plain.readableBytes(); i += Byte.SIZE) {
      int bits = 0;
      for (int k = 0; k < Byte.SIZE && i + k < plain.readableBytes(); k++) {
        bits |= plain.getByte(i + k) << k;
      }
      content.writeByte(bits);
    }
  }

  /**
   * Appends the chunk, and begins the next one.
   *
   * @param position of the chunk in the file
   */
  ColumnChunk take(ByteBuf out, long position) {
    if (levelCount > 0) {
      endPage();
    }
    int start = out.writerIndex();
    ValueDictionary written = ended != null ? ended : dictionary;
    boolean hasDictionary = hasDictionaryPages && written != null;
    long headerBytes = 0;
    if (hasDictionaryPages && written != null) {
      headerBytes = PageHeaders.writeDictionary(out, written);
    }
    int dictionaryBytes = out.writerIndex() - start;
    out.writeBytes(pages);
    encodings.add(PageEncoding.RLE);
    if (hasDictionary) {
      encodings.add(PageEncoding.PLAIN);
    }
    ColumnChunk chunk =
        new ColumnChunk(
            Set.copyOf(encodings),
            valueCount,
            plainBytes + headerBytes,
            out.writerIndex() - start,
            position + dictionaryBytes,
            hasDictionary ? position : ColumnChunk.NO_DICTIONARY,
            statistics);
    clear();
    return chunk;
  }

  private void clear() {
    pages.clear();
    encodings.clear();
    dictionary = newDictionary();
    ended = null;
    statistics = new ColumnStatistics(type.order());
    hasDictionaryPages = false;
    valueCount = 0;
    plainBytes = 0;
  }
}
