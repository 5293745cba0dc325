package dev.colonnade.sql.function.datetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Tests of the forms of input and output of dates and times against PostgreSQL's answers. */
class DateTimeInputTest {
  private static final InputContext CONTEXT = InputContext.DEFAULT;

  @Test
  void shouldAnswerAsPostgres() throws IOException {
    SoftAssertions softly = new SoftAssertions();
    int count = 0;
    for (String line : lines()) {
      if (!line.startsWith("#")) {
        String[] fields = line.split("\t", -1);
        softly
            .assertThat(answer(fields[0], fields[1], fields[2], fields[3]))
            .as(line)
            .isEqualTo(fields[4]);
        count++;
      }
    }
    assertThat(count).isGreaterThan(2000);
    softly.assertAll();
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = DateTimeInputTest.class.getResourceAsStream("inputs.tsv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  private static String answer(String type, String style, String zoneName, String text) {
    DateStyle dateStyle = DateStyle.of(style);
    ZoneId zone = TimeZones.named(zoneName);
    InputContext context =
        new InputContext(dateStyle.order(), zone, 1_730_800_000_000_000L, IntervalStyle.POSTGRES);
    try {
      return switch (type) {
        case "date" -> DateTimeOutput.date(DateTimeInput.date(context, text), dateStyle);
        case "time" -> DateTimeOutput.time(DateTimeInput.time(context, text));
        case "timestamp" ->
            DateTimeOutput.timestamp(DateTimeInput.timestamp(context, text), dateStyle);
        default ->
            DateTimeOutput.timestamptz(DateTimeInput.timestamptz(context, text), zone, dateStyle);
      };
    } catch (ColonnadeException e) {
      return "!" + e.sqlState() + " " + e.getMessage();
    }
  }

  @Test
  void shouldReadNamesOfDaysInTheZoneOfTheSession() {
    // 2024-11-05 02:30 UTC is the day before in New York.
    long start = 1_730_773_800_000_000L;
    InputContext session =
        new InputContext(
            DateOrder.MDY, ZoneId.of("America/New_York"), start, IntervalStyle.POSTGRES);
    assertThat(DateTimeInput.date(session, "today")).isEqualTo(20_031);
    assertThat(DateTimeInput.date(session, "Tomorrow")).isEqualTo(20_032);
    assertThat(DateTimeInput.date(session, "yesterday")).isEqualTo(20_030);
    assertThat(DateTimeInput.timestamptz(session, "now")).isEqualTo(start);
    assertThat(DateTimeInput.timestamptz(session, "yesterday 10:00"))
        .isEqualTo((20_030 * 24L + 15) * 3600 * EpochMicros.MICROS_PER_SECOND);
  }

  @Test
  void shouldFindConstants() {
    assertThat(DateTimeInput.constant(DateTimeInput::date, "2024-01-05")).isEqualTo(19_727);
    assertThat(DateTimeInput.constant(DateTimeInput::date, "13/1/2024")).isNull();
    assertThat(DateTimeInput.constant(DateTimeInput::date, "1/2/2024")).isNull();
    assertThat(DateTimeInput.constant(DateTimeInput::date, "today")).isNull();
    assertThat(DateTimeInput.constant(DateTimeInput::timestamptz, "2024-01-05")).isNull();
    assertThat(DateTimeInput.constant(DateTimeInput::timestamptz, "1970-01-01 00:00+00"))
        .isEqualTo(0L);
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> DateTimeInput.constant(DateTimeInput::date, "foo"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DATETIME));
  }

  @Test
  void shouldTakeTheFastPathForPlainDatesOnly() {
    assertThat(DateTimeInput.date(CONTEXT, "2024-02-29"))
        .isEqualTo(DateTimeInput.date(CONTEXT, "Feb 29 2024"));
  }
}
