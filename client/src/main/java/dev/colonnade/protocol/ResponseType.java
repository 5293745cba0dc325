package dev.colonnade.protocol;

import java.util.Optional;

/**
 * Frame type number of a response, 0x80 or above. A number is never reassigned to another message.
 */
public enum ResponseType {
  HELLO_OK(0x81),
  CHALLENGE(0x82),
  PONG(0x83),
  OK(0x84),
  ERROR(0x85),
  TABLE_DESCRIBED(0x90),
  TABLE_LIST(0x91),
  WRITE_OK(0xA0),
  ROWS(0xA1),
  SCAN_OPENED(0xA2),
  SCAN_PAGE(0xA3),
  SCAN_END(0xA4),
  RANGE_LIST(0xB0),
  STATUS_REPORT(0xB1),
  SEQUENCE_DESCRIBED(0xC0),
  SEQUENCE_NAMES(0xC1),
  SEQUENCE_VALUE(0xC8),
  VALUE_RUNS(0xC9),
  SQL_PREPARED(0xD0),
  SQL_PAGE(0xD1),
  SQL_DONE(0xD2),
  SQL_END(0xD3),
  SQL_BATCH_END(0xD4),
  SQL_FAILED(0xD5);

  private static final int CODE_MIN = 0x80;
  private static final ResponseType[] BY_CODE = new ResponseType[0x80];

  static {
    for (ResponseType type : values()) {
      BY_CODE[type.code - CODE_MIN] = type;
    }
  }

  private final int code;

  ResponseType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Returns whether a response of this type is the last one of its stream. */
  public boolean isLast() {
    return switch (this) {
      case CHALLENGE, SCAN_OPENED, SCAN_PAGE, SQL_PAGE, SQL_DONE -> false;
      default -> true;
    };
  }

  /** Returns the type of that number, if there is one. */
  public static Optional<ResponseType> of(int code) {
    int index = code - CODE_MIN;
    return index < 0 || index >= BY_CODE.length
        ? Optional.empty()
        : Optional.ofNullable(BY_CODE[index]);
  }
}
