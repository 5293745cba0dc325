package dev.colonnade.protocol;

import java.util.Optional;

/** Frame type number of a request, below 0x80. A number is never reassigned to another message. */
public enum RequestType {
  HELLO(0x01),
  AUTHENTICATE(0x02),
  PING(0x03),
  CREDIT(0x04),
  CANCEL(0x05),
  CREATE_TABLE(0x10),
  ALTER_TABLE(0x11),
  DROP_TABLE(0x12),
  DESCRIBE_TABLE(0x13),
  LIST_TABLES(0x14),
  WRITE(0x20),
  GET(0x21),
  SCAN(0x22),
  RANGES(0x30),
  SPLIT_AT(0x31),
  SERVER_STATUS(0x32),
  SET_SERVER_SETTING(0x33),
  CREATE_SEQUENCE(0x40),
  ALTER_SEQUENCE(0x41),
  RENAME_SEQUENCE(0x42),
  DROP_SEQUENCE(0x43),
  DESCRIBE_SEQUENCE(0x44),
  LIST_SEQUENCES(0x45),
  NEXT_VALUE(0x48),
  CURRENT_VALUE(0x49),
  LAST_VALUE(0x4A),
  SET_VALUE(0x4B),
  RESERVE_VALUES(0x4C),
  DISCARD(0x50),
  SET_SETTING(0x51),
  SQL_PREPARE(0x60),
  SQL_EXECUTE(0x61),
  SQL_EXECUTE_BATCH(0x62),
  SQL_RUN(0x63),
  SQL_CLOSE(0x64),
  SQL_STOP(0x65);

  private static final RequestType[] BY_CODE = new RequestType[0x80];

  static {
    for (RequestType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  RequestType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Returns whether this is an SQL request, whose errors have PostgreSQL's format. */
  public boolean isSql() {
    return code >= SQL_PREPARE.code && code <= SQL_STOP.code;
  }

  /** Returns the type of that number, if there is one. */
  public static Optional<RequestType> of(int code) {
    return code < 0 || code >= BY_CODE.length
        ? Optional.empty()
        : Optional.ofNullable(BY_CODE[code]);
  }
}
