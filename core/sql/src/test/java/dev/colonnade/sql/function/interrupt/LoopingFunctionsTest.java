package dev.colonnade.sql.function.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.library.ArrayFunctions;
import dev.colonnade.sql.function.library.array.ArraySearchFunctions;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.library.temporal.FormattingFunctions;
import dev.colonnade.sql.function.library.text.BitStringFunctions;
import dev.colonnade.sql.function.library.text.ByteaFunctions;
import dev.colonnade.sql.function.library.text.EncodingFunctions;
import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.library.text.RegexSearchFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.encoding.Utf8;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Cancellation of functions that run for long: each is called again and again until the deadline of
 * its statement, at which it has to end although the inputs would keep it busy.
 */
class LoopingFunctionsTest {
  private static final long DEADLINE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Time limit after the deadline; generous, because the machine may be busy. */
  private static final long LATE_NANOS_MAX = TimeUnit.SECONDS.toNanos(2);

  /** Time after which a function that is called again and again must have been interrupted. */
  private static final long UNCHECKED_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

  private static final AtomicInteger PATTERNS = new AtomicInteger();

  private static final String LONG = "a".repeat(2_000_000);
  private static final String ALMOST = "a".repeat(1_000_000) + "b";
  private static final Bytes BYTES = Bytes.of(new byte[8_000_000]);

  /** Call of a function whose work is quadratic, exponential, or without end. */
  static Stream<Named<Supplier<@Nullable Object>>> endless() {
    BigDecimal nearOne = new BigDecimal("1e-16383").add(BigDecimal.ONE);
    List<Integer> numbers =
        ArrayFunctions.intSeries(1, 400_000).stream().map(i -> (Integer) i).toList();
    List<Integer> others = numbers.stream().map(i -> -i).toList();
    String elements = "[" + "1,".repeat(60_000) + "2]";
    String wanted = "[" + "3,".repeat(60_000) + "4]";
    return Stream.of(
        Named.of("regexp", () -> RegexFunctions.matches("a".repeat(50_000), "(a*)*b")),
        Named.of(
            "regexp of a short text", () -> RegexFunctions.matches("x".repeat(60), "(x+x+)+y")),
        Named.of(
            "regexp_replace",
            () -> RegexFunctions.regexpReplace("a".repeat(50_000), "(a*)*b", "", "g")),
        Named.of("regexp_count", () -> RegexSearchFunctions.count("a".repeat(50_000), "(a*)*b")),
        Named.of("regexp_split", () -> RegexFunctions.split("a".repeat(50_000), "(a*)*b")),
        Named.of("similar", () -> RegexFunctions.similar("a".repeat(50_000), "(a*)*b")),
        Named.of("like", () -> Texts.like(LONG, "%" + "a_".repeat(100_000) + "b%")),
        Named.of("position", () -> TextFunctions.strpos(LONG, ALMOST)),
        Named.of("replace", () -> TextFunctions.replace(LONG, ALMOST, "c")),
        Named.of("split_part", () -> TextFunctions.splitPart(LONG, ALMOST, 2)),
        Named.of("string_to_array", () -> TextFunctions.stringToArray(LONG, ALMOST)),
        Named.of("btrim", () -> TextFunctions.btrim(LONG, "b".repeat(1_000_000) + "a")),
        Named.of("position of bytea", () -> ByteaFunctions.position(BYTES, zeros(4_000_000, 1))),
        Named.of("log", () -> MathFunctions.logBase(nearOne, BigDecimal.valueOf(7))),
        Named.of("containsAll", () -> ArraySearchFunctions.containsAll(numbers, others)),
        Named.of("overlap", () -> ArraySearchFunctions.overlap(numbers, others)),
        Named.of("jsonb contains", () -> JsonFunctions.contains(elements, wanted)));
  }

  private static Bytes zeros(int count, int last) {
    byte[] bytes = new byte[count];
    bytes[count - 1] = (byte) last;
    return Bytes.of(bytes);
  }

  /** Call of a function that ends by itself, but may take longer than a statement may wait. */
  static Stream<Named<Supplier<@Nullable Object>>> lengthy() {
    Bytes bytes = zeros(30_000_000, 1);
    String json = "[" + "[1,2],".repeat(300_000) + "3]";
    List<String> texts = Collections.nCopies(3_000_000, "abc");
    BigDecimal digits = new BigDecimal("3.7");
    Object path = BaseType.PATH.parse("(1,2),".repeat(300_000) + "(3,4)");
    BigDecimal nines = NumericLimits.parse("9".repeat(131_000));
    return Stream.of(
        Named.of("power", () -> MathFunctions.powerDecimal(digits, BigDecimal.valueOf(200_000))),
        Named.of("exp", () -> MathFunctions.expDecimal(new BigDecimal("5999.9"))),
        Named.of("ln", () -> MathFunctions.lnDecimal(new BigDecimal("7").setScale(1000))),
        Named.of("factorial", () -> MathFunctions.factorial(32_177)),
        Named.of("sqrt", () -> MathFunctions.sqrtDecimal(nines)),
        Named.of("gcd", () -> MathFunctions.gcdDecimal(nines, nines.subtract(BigDecimal.TWO))),
        Named.of("product", () -> CheckedArithmetic.multiplyDecimal(digits, nines)),
        Named.of("quotient", () -> CheckedArithmetic.divideDecimal(nines, digits)),
        Named.of("numeric to text", () -> Casts.decimalToText(nines)),
        Named.of("text to numeric", () -> NumericLimits.parse("9".repeat(131_000))),
        Named.of("repeat", () -> TextFunctions.repeat("abc", 20_000_000)),
        Named.of("lpad", () -> TextFunctions.lpad("a", 20_000_000, "xyz")),
        Named.of("translate", () -> TextFunctions.translate(LONG, "a", "b")),
        Named.of("initcap", () -> TextFunctions.initcap(LONG)),
        Named.of("upper", () -> TextFunctions.upper(LONG + LONG)),
        Named.of("octet_length", () -> TextFunctions.octetCount(LONG)),
        Named.of("letters", () -> TextFunctions.stringToArray(LONG, null)),
        Named.of("split", () -> TextFunctions.stringToArray("a,".repeat(1_000_000), ",")),
        Named.of("sha512", () -> EncodingFunctions.sha512(bytes)),
        Named.of("md5", () -> EncodingFunctions.md5Bytes(bytes)),
        Named.of("encode hex", () -> EncodingFunctions.encode(bytes, "hex")),
        Named.of("encode base64", () -> EncodingFunctions.encode(bytes, "base64")),
        Named.of("encode escape", () -> EncodingFunctions.encode(bytes, "escape")),
        Named.of("decode hex", () -> EncodingFunctions.decode("41".repeat(1_000_000), "hex")),
        Named.of("convert_to", () -> EncodingFunctions.convertTo(LONG, "LATIN1")),
        Named.of("convert_from", () -> EncodingFunctions.convertFrom(zeros(1, 65), "LATIN1")),
        Named.of("jsonb", () -> JsonFunctions.textToJsonb(json)),
        Named.of("jsonb_pretty", () -> JsonFunctions.pretty(json)),
        Named.of("array_to_string", () -> ArrayFunctions.join(texts, ",")),
        Named.of("array_remove", () -> ArraySearchFunctions.arrayRemove(texts, "a")),
        Named.of("array_position", () -> ArraySearchFunctions.arrayPosition(texts, "x")),
        Named.of("format", () -> TextFunctions.format("%10000000s", "a")),
        Named.of("long pattern", () -> RegexFunctions.matches("a", longPattern())),
        Named.of("bytea to text", () -> Casts.byteaToText(bytes)),
        Named.of("text to bytea", () -> Casts.textToBytea(LONG)),
        Named.of("text to bits", () -> BitStrings.textToBits("01".repeat(4_000_000))),
        Named.of("bit_count", () -> BitStringFunctions.count("01".repeat(4_000_000))),
        Named.of("text to double", () -> Casts.textToDouble("0." + "7".repeat(4_000_000))),
        Named.of("text to integer", () -> Casts.textToLong("0".repeat(8_000_000))),
        Named.of(
            "to_number",
            () -> FormattingFunctions.toNumber("7".repeat(100_000), "9".repeat(100_000))),
        Named.of("to_date", () -> FormattingFunctions.toDate("7".repeat(131_000), LONG)),
        Named.of("path", () -> BaseType.PATH.parse("(1,2),".repeat(300_000) + "(3,4)")),
        Named.of("path to text", () -> path.toString()),
        Named.of("xml", () -> BaseType.XML.parse("<a>" + LONG + "</a>")),
        Named.of("blank xml", () -> BaseType.XML.parse(" ".repeat(8_000_000))),
        Named.of("encode text", () -> Utf8.bytesOf("\u00e4".repeat(9_000_000))),
        Named.of("concat", () -> TextFunctions.concat(LONG, LONG, LONG)));
  }

  /** Returns a pattern that was not compiled before, since a statement keeps compiled patterns. */
  private static String longPattern() {
    return "7".repeat(130_000) + PATTERNS.incrementAndGet();
  }

  @ParameterizedTest
  @MethodSource({"endless", "lengthy"})
  void shouldEndAtTheDeadlineOfTheStatement(Supplier<@Nullable Object> function) {
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    Cancellation limited = Cancellation.at(ticker, start + DEADLINE_NANOS);
    ColonnadeException failure = interrupted(limited, function);
    assertThat(failure.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(ticker.nanos() - start).isLessThan(DEADLINE_NANOS + LATE_NANOS_MAX);
  }

  @ParameterizedTest
  @MethodSource("endless")
  void shouldEndWhenAnotherThreadCancelsTheStatement(Supplier<@Nullable Object> function)
      throws Exception {
    NanoTicker ticker = NanoTicker.system();
    Cancellation cancellation = Cancellation.withoutDeadline();
    long[] canceledNanos = new long[1];
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    TimeUnit.NANOSECONDS.sleep(DEADLINE_NANOS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  canceledNanos[0] = ticker.nanos();
                  cancellation.cancel();
                });
    ColonnadeException failure = interrupted(cancellation, function);
    other.join();
    assertThat(failure.code()).isEqualTo(ErrorCode.CANCELED);
    assertThat(ticker.nanos() - canceledNanos[0]).isLessThan(LATE_NANOS_MAX);
  }

  /** Calls a function until it is interrupted. */
  private static ColonnadeException interrupted(
      Cancellation cancellation, Supplier<@Nullable Object> function) {
    return catchThrowableOfType(
        ColonnadeException.class,
        () ->
            Interruption.run(
                cancellation,
                () -> {
                  // A function without a check fails the test instead of running forever.
                  NanoTicker ticker = NanoTicker.system();
                  long start = ticker.nanos();
                  while (ticker.nanos() - start < UNCHECKED_NANOS_MAX) {
                    Object _ = function.get();
                  }
                  throw new AssertionError("the function does not check its cancellation");
                }));
  }
}
