package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.WireCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import java.util.function.BiConsumer;

/** Encoder of the fields of one message; the counterpart of {@link WireReader}. */
final class WireWriter {
  private final ByteBuf out;

  WireWriter(ByteBuf out) {
    this.out = out;
  }

  void writeU8(int value) {
    out.writeByte(value);
  }

  void writeU16(int value) {
    out.writeShortLE(value);
  }

  void writeI32(int value) {
    out.writeIntLE(value);
  }

  void writeI64(long value) {
    out.writeLongLE(value);
  }

  void writeBoolean(boolean value) {
    out.writeByte(value ? 1 : 0);
  }

  void writeVarint(int value) {
    assert value >= 0 : "value=" + value;
    int rest = value;
    while (rest >= 0x80) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  void writeCode(WireCode value) {
    out.writeByte(value.code());
  }

  void writeText(String value) {
    writeVarint(ByteBufUtil.utf8Bytes(value));
    ByteBufUtil.writeUtf8(out, value);
  }

  public void writeBytes(Bytes value) {
    writeVarint(value.length());
    value.writeTo(out);
  }

  /** Writes bytes whose number the reader knows. */
  void writeRaw(byte[] value) {
    out.writeBytes(value);
  }

  <T> void writeList(List<T> elements, BiConsumer<WireWriter, T> writeElement) {
    writeVarint(elements.size());
    for (T element : elements) {
      writeElement.accept(this, element);
    }
  }

  void writeColumnIds(List<Integer> columnIds) {
    writeList(columnIds, WireWriter::writeVarint);
  }
}
