package dev.colonnade.sequence.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that defaults, messages and SQLSTATEs equal those of PostgreSQL 15.7 for the same
 * statements.
 */
class SequenceOptionsTest {

  static Stream<Arguments> refusals() {
    return Stream.of(
        refusal("INCREMENT must not be zero", () -> create().increment(0)),
        refusal("CACHE (0) must be greater than zero", () -> create().cache(0)),
        refusal("CACHE (-1) must be greater than zero", () -> create().cache(-1)),
        refusal("MINVALUE (10) must be less than MAXVALUE (5)", () -> create().min(10L).max(5L)),
        refusal("MINVALUE (5) must be less than MAXVALUE (5)", () -> create().min(5L).max(5L)),
        refusal(
            "START value (5) cannot be less than MINVALUE (10)", () -> create().start(5L).min(10L)),
        refusal(
            "START value (50) cannot be greater than MAXVALUE (10)",
            () -> create().start(50L).max(10L)),
        refusal(
            "MAXVALUE (40000) is out of range for sequence data type smallint",
            () -> create().as(SequenceDataType.SMALLINT).max(40_000L)),
        refusal(
            "MINVALUE (-40000) is out of range for sequence data type smallint",
            () -> create().as(SequenceDataType.SMALLINT).min(-40_000L)),
        refusal(
            "MAXVALUE (4000000000) is out of range for sequence data type integer",
            () -> create().as(SequenceDataType.INTEGER).max(4_000_000_000L)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void shouldRejectInvalidOptionsLikePostgres(
      String message, Supplier<SequenceOptionsBuilder> options) {
    assertInvalid(message, () -> options.get().build());
  }

  @Test
  void shouldRejectOtherTypes() {
    assertInvalid(
        "sequence type must be smallint, integer, or bigint", () -> SequenceDataType.of("text"));
    assertThat(SequenceDataType.of("INT")).isEqualTo(SequenceDataType.INTEGER);
  }

  @Test
  void shouldNotCacheAGaplessSequence() {
    assertInvalid(
        "CACHE (2) must be 1 for a gapless sequence",
        () -> create().mode(SequenceMode.GAPLESS).cache(2).build());
  }

  @Test
  void shouldHaveTheDefaultsOfPostgres() {
    assertBounds(create().build(), 1, 1, Long.MAX_VALUE, 1);
    assertBounds(create().as(SequenceDataType.SMALLINT).build(), 1, 1, 32_767, 1);
    assertBounds(create().increment(-1).build(), -1, Long.MIN_VALUE, -1, -1);
    assertBounds(
        create().as(SequenceDataType.INTEGER).increment(-3).build(), -3, Integer.MIN_VALUE, -1, -1);
    assertBounds(create().min(5L).build(), 1, 5, Long.MAX_VALUE, 5);
    assertBounds(create().increment(-1).max(5L).build(), -1, Long.MIN_VALUE, 5, 5);
  }

  static Stream<Arguments> refusedChanges() {
    return Stream.of(
        change(
            "RESTART value (0) cannot be less than MINVALUE (1)",
            alter().restart(OptionChange.to(0))),
        change(
            "RESTART value (40000) cannot be greater than MAXVALUE (32767)",
            alter().restart(OptionChange.to(40_000))),
        change("START value (0) cannot be less than MINVALUE (1)", alter().start(0)),
        change("MINVALUE (1) must be less than MAXVALUE (0)", alter().max(OptionChange.to(0))),
        change(
            "RESTART value (3) cannot be greater than MAXVALUE (2)",
            alter().max(OptionChange.to(2))),
        change("START value (1) cannot be less than MINVALUE (4)", alter().min(OptionChange.to(4))),
        change(
            "RESTART value (3) cannot be less than MINVALUE (4)",
            alter().min(OptionChange.to(4)).start(4)),
        change("CACHE (0) must be greater than zero", alter().cache(0)),
        change("INCREMENT must not be zero", alter().increment(0)));
  }

  /** Applies a change to a SMALLINT sequence that has allocated 3. */
  @ParameterizedTest
  @MethodSource("refusedChanges")
  void shouldRejectInvalidChangesLikePostgres(String message, SequenceChange change) {
    SequenceOptions before = create().as(SequenceDataType.SMALLINT).build();
    assertInvalid(message, () -> change.apply(before, new SequencePosition(3, true)));
  }

  @Test
  void shouldLetBoundsFollowTheType() {
    SequenceOptions small = create().as(SequenceDataType.SMALLINT).build();

    SequenceOptions big = apply(small, alter().as(SequenceDataType.BIGINT));
    assertBounds(big, 1, 1, Long.MAX_VALUE, 1);
    assertBounds(apply(big, alter().as(SequenceDataType.INTEGER)), 1, 1, Integer.MAX_VALUE, 1);

    SequenceOptions limited = apply(small, alter().max(OptionChange.to(100)));
    assertBounds(apply(limited, alter().as(SequenceDataType.INTEGER)), 1, 1, 100, 1);

    SequenceOptions falling = create().as(SequenceDataType.INTEGER).increment(-3).build();
    SequenceOptions fallingSmall =
        alter()
            .as(SequenceDataType.SMALLINT)
            .build()
            .apply(falling, falling.startPosition())
            .options();
    assertBounds(fallingSmall, -3, -32_768, -1, -1);
  }

  @Test
  void shouldResetBounds() {
    SequenceOptions limited = create().min(1L).max(100L).build();

    assertBounds(apply(limited, alter().max(OptionChange.DEFAULT)), 1, 1, Long.MAX_VALUE, 1);
    assertThat(
            SequenceChange.restartAtStart()
                .apply(limited, new SequencePosition(7, true))
                .position())
        .isEqualTo(new SequencePosition(1, false));
  }

  private static SequenceOptions apply(SequenceOptions before, SequenceChangeBuilder change) {
    return change.build().apply(before, new SequencePosition(3, true)).options();
  }

  private static void assertBounds(
      SequenceOptions options, long increment, long min, long max, long start) {
    assertThat(options.increment()).isEqualTo(increment);
    assertThat(options.min()).isEqualTo(min);
    assertThat(options.max()).isEqualTo(max);
    assertThat(options.start()).isEqualTo(start);
    assertThat(options.cache()).isEqualTo(1);
  }

  private static void assertInvalid(String message, Supplier<?> call) {
    assertThatThrownBy(call::get)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e).hasMessage(message);
              assertThat(e.code().sqlState()).isEqualTo("22023");
            });
  }

  private static SequenceOptionsBuilder create() {
    return SequenceOptions.builder();
  }

  private static SequenceChangeBuilder alter() {
    return SequenceChange.builder();
  }

  private static Arguments refusal(String message, Supplier<SequenceOptionsBuilder> options) {
    return Arguments.of(message, options);
  }

  private static Arguments change(String message, SequenceChangeBuilder change) {
    return Arguments.of(message, change.build());
  }
}
