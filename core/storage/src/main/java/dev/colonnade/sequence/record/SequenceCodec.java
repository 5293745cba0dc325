package dev.colonnade.sequence.record;

import static dev.colonnade.sequence.record.SequenceLayout.*;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encoder and decoder of sequence records. Decoding throws STORE_CORRUPT for any invalid bytes. */
final class SequenceCodec {
  private SequenceCodec() {}

  static byte[] encodeState(long nextId) {
    return buffer(STATE_BYTES)
        .put(FORMAT_OFFSET, (byte) FORMAT)
        .putLong(STATE_NEXT_ID_OFFSET, nextId)
        .array();
  }

  static long decodeState(byte[] value) {
    if (value.length != STATE_BYTES || value[FORMAT_OFFSET] != FORMAT) {
      throw corrupt(STATE_KEY, "bytes=" + value.length + " expected=" + STATE_BYTES);
    }
    return wrap(value).getLong(STATE_NEXT_ID_OFFSET);
  }

  static byte[] encode(SequenceRecord record) {
    SequenceOptions options = record.options();
    byte[] name = record.name().getBytes(StandardCharsets.UTF_8);
    OwningColumn owner = options.ownedBy();
    return buffer(NAME_OFFSET + name.length)
        .put(FORMAT_OFFSET, (byte) FORMAT)
        .put(KIND_OFFSET, (byte) kindCode(options.as()))
        .put(MODE_OFFSET, (byte) modeCode(options.mode()))
        .put(FLAGS_OFFSET, (byte) flags(record))
        .putLong(VERSION_OFFSET, record.version())
        .putLong(EPOCH_OFFSET, record.epoch())
        .putLong(INCREMENT_OFFSET, options.increment())
        .putLong(MIN_OFFSET, options.min())
        .putLong(MAX_OFFSET, options.max())
        .putLong(START_OFFSET, options.start())
        .putLong(CACHE_OFFSET, options.cache())
        .putLong(POSITION_OFFSET, record.position().value())
        .putInt(OWNER_TABLE_OFFSET, owner == null ? 0 : owner.tableId())
        .putInt(OWNER_COLUMN_OFFSET, owner == null ? 0 : owner.columnId())
        .putShort(NAME_BYTES_OFFSET, (short) name.length)
        .put(NAME_OFFSET, name)
        .array();
  }

  static byte[] encodePending(PendingSequenceChange change) {
    byte[] record = encode(change.target());
    return buffer(PENDING_RECORD_OFFSET + record.length)
        .put(FORMAT_OFFSET, (byte) FORMAT)
        .put(PENDING_RESTARTS_OFFSET, (byte) (change.restarts() ? 1 : 0))
        .putLong(PENDING_ID_OFFSET, change.target().id())
        .put(PENDING_RECORD_OFFSET, record)
        .array();
  }

  static PendingSequenceChange decodePending(Key key, byte[] value) {
    if (value.length < PENDING_RECORD_OFFSET
        || value[FORMAT_OFFSET] != FORMAT
        || (value[PENDING_RESTARTS_OFFSET] & ~1) != 0) {
      throw corrupt(key, "bytes=" + value.length + " bytesMin=" + PENDING_RECORD_OFFSET);
    }
    Key recordKey = recordKey(wrap(value).getLong(PENDING_ID_OFFSET));
    byte[] record = Arrays.copyOfRange(value, PENDING_RECORD_OFFSET, value.length);
    return new PendingSequenceChange(
        idOf(key), decode(recordKey, record), value[PENDING_RESTARTS_OFFSET] == 1);
  }

  static SequenceRecord decode(Key key, byte[] value) {
    if (value.length < NAME_OFFSET || value[FORMAT_OFFSET] != FORMAT) {
      throw corrupt(key, "bytes=" + value.length + " bytesMin=" + NAME_OFFSET);
    }
    ByteBuffer in = wrap(value);
    int flags = in.get(FLAGS_OFFSET);
    int nameBytes = in.getShort(NAME_BYTES_OFFSET) & 0xFFFF;
    if ((flags & ~FLAGS_ALL) != 0 || value.length != NAME_OFFSET + nameBytes) {
      throw corrupt(key, "flags=" + flags + " bytes=" + value.length + " nameBytes=" + nameBytes);
    }
    boolean isOwned = (flags & FLAG_OWNED) != 0;
    if (!isOwned && in.getLong(OWNER_TABLE_OFFSET) != 0) {
      throw corrupt(key, "flags=" + flags + " has an owner");
    }
    try {
      SequenceOptions options =
          new SequenceOptions(
              kind(key, in.get(KIND_OFFSET)),
              in.getLong(INCREMENT_OFFSET),
              in.getLong(MIN_OFFSET),
              in.getLong(MAX_OFFSET),
              in.getLong(START_OFFSET),
              in.getLong(CACHE_OFFSET),
              (flags & FLAG_CYCLE) != 0,
              mode(key, in.get(MODE_OFFSET)),
              isOwned
                  ? new OwningColumn(in.getInt(OWNER_TABLE_OFFSET), in.getInt(OWNER_COLUMN_OFFSET))
                  : null);
      return new SequenceRecord(
          idOf(key),
          StandardCharsets.UTF_8.newDecoder().decode(in.position(NAME_OFFSET)).toString(),
          in.getLong(VERSION_OFFSET),
          in.getLong(EPOCH_OFFSET),
          options,
          new SequencePosition(in.getLong(POSITION_OFFSET), (flags & FLAG_CALLED) != 0),
          (flags & FLAG_UNLISTED) == 0);
    } catch (CharacterCodingException e) {
      throw corrupt(key, "name is not UTF-8 nameBytes=" + nameBytes);
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.STORE_CORRUPT ? e : corrupt(key, "cause=" + e.getMessage());
    }
  }

  private static int flags(SequenceRecord record) {
    return (record.options().cycle() ? FLAG_CYCLE : 0)
        | (record.position().isCalled() ? FLAG_CALLED : 0)
        | (record.options().ownedBy() != null ? FLAG_OWNED : 0)
        | (record.isListed() ? 0 : FLAG_UNLISTED);
  }

  private static int kindCode(SequenceDataType kind) {
    return switch (kind) {
      case SMALLINT -> 1;
      case INTEGER -> 2;
      case BIGINT -> 3;
    };
  }

  private static SequenceDataType kind(Key key, int code) {
    return switch (code) {
      case 1 -> SequenceDataType.SMALLINT;
      case 2 -> SequenceDataType.INTEGER;
      case 3 -> SequenceDataType.BIGINT;
      default -> throw corrupt(key, "kind=" + code);
    };
  }

  private static int modeCode(SequenceMode mode) {
    return switch (mode) {
      case NORMAL -> 0;
      case ORDERED -> 1;
      case GAPLESS -> 2;
    };
  }

  private static SequenceMode mode(Key key, int code) {
    return switch (code) {
      case 0 -> SequenceMode.NORMAL;
      case 1 -> SequenceMode.ORDERED;
      case 2 -> SequenceMode.GAPLESS;
      default -> throw corrupt(key, "mode=" + code);
    };
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer wrap(byte[] value) {
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ColonnadeException corrupt(Key key, String detail) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "sequence record is damaged: key=" + key + " " + detail);
  }
}
