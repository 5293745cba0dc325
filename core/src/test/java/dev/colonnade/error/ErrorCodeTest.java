package dev.colonnade.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrorCodeTest {
  /** Once released, a line of this list never changes; new codes are added at its end. */
  private static final String PINNED =
      """
      1000 XX000 FATAL INTERNAL
      1001 42P01 USER UNKNOWN_TABLE
      1002 42703 USER UNKNOWN_COLUMN
      1003 42P07 USER DUPLICATE_TABLE
      1004 22023 USER INVALID_ARGUMENT
      1005 42804 USER TYPE_MISMATCH
      1006 22003 USER VALUE_OUT_OF_RANGE
      1007 22001 USER STRING_TOO_LONG
      1008 23502 USER NOT_NULL_VIOLATION
      1009 23505 USER UNIQUE_VIOLATION
      1010 40001 RETRY SERIALIZATION_FAILURE
      1011 72000 USER READ_TIMESTAMP_TOO_OLD
      1012 55006 USER STORE_LOCKED
      1013 53100 USER DISK_FULL
      1014 0A000 USER STORE_FORMAT_TOO_NEW
      1015 XX001 FATAL STORE_CORRUPT
      1016 53200 USER MEMORY_LIMIT
      1017 57014 USER CANCELED
      1018 57014 USER DEADLINE_EXCEEDED
      1019 08P01 USER PROTOCOL_VIOLATION
      1020 54000 USER FRAME_TOO_LARGE
      1021 08007 USER COMMIT_UNKNOWN
      1022 57P01 RETRY SHUTTING_DOWN
      1023 53300 RETRY TOO_MANY_CONNECTIONS
      1024 54000 USER ROW_TOO_LARGE
      1025 42701 USER DUPLICATE_COLUMN
      1026 22021 USER INVALID_TEXT
      1027 0A000 USER UNSUPPORTED
      1028 58030 FATAL STORE_IO
      1029 22P02 USER UNKNOWN_ENUM_LABEL
      1030 XX001 USER UNKNOWN_SCHEMA_VERSION
      1031 54011 USER TOO_MANY_COLUMNS
      1032 42710 USER DUPLICATE_OBJECT
      1033 42704 USER UNKNOWN_OBJECT
      1034 22023 USER READ_TIMESTAMP_IN_FUTURE
      1035 02000 USER ROW_NOT_FOUND
      1036 53000 RETRY OVERLOADED
      1037 55006 RETRY RANGE_BUSY
      1040 54000 USER LIMIT_EXCEEDED
      1041 2BP01 USER DEPENDENT_OBJECTS
      1042 42602 USER INVALID_NAME
      1043 F0000 USER INVALID_CONFIGURATION
      1044 58000 USER PORT_UNAVAILABLE
      1045 53400 RETRY RANGE_FULL
      1046 55000 USER RANGE_UNSPLITTABLE
      1050 42P01 USER UNKNOWN_SEQUENCE
      1051 42P07 USER DUPLICATE_SEQUENCE
      1052 2200H USER SEQUENCE_LIMIT
      1053 55000 USER VALUE_NOT_DRAWN
      """;

  @Test
  void shouldKeepEveryNumberStateAndCategory() {
    StringBuilder actual = new StringBuilder();
    for (ErrorCode code : ErrorCode.values()) {
      actual.append(
          "%d %s %s %s%n".formatted(code.number(), code.sqlState(), code.category(), code.name()));
    }
    assertThat(actual.toString()).isEqualToNormalizingNewlines(PINNED);
  }

  @Test
  void shouldGiveEveryCodeANumberOfItsOwn() {
    assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number)).doesNotHaveDuplicates();
  }

  @Test
  void shouldUseWellFormedStates() {
    assertThat(ErrorCode.values())
        .allSatisfy(code -> assertThat(code.sqlState()).matches("[0-9A-Z]{5}"));
  }
}
