package dev.colonnade.sql.function.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.type.Bytes;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Encodings of text and bytes; all results are PostgreSQL's. */
class EncodingFunctionsTest {
  private static Bytes bytes(String hex) {
    return Bytes.of(HexFormat.of().parseHex(hex));
  }

  private static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toArray());
  }

  private static void assertFails(ThrowingCallable work, String sqlState, String message) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .withMessage(message)
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo(sqlState));
  }

  @ParameterizedTest
  @CsvSource({
    "\u00e9, LATIN1, e9",
    "\u00e9, utf8, c3a9",
    "\u00e9, UNICODE, c3a9",
    "\u00e9, SQL_ASCII, c3a9",
    "\u20ac, WIN1252, 80",
    "\u20ac, latin-9, a4",
    "\u3042, EUC_JP, a4a2",
    "\u3042, SJIS, 82a0",
    "\u4e2d, GBK, d6d0",
    "\u4e2d, BIG5, a4a4",
    "\u4e2d, EUC_KR, f1e9",
    "\u4e2d, UHC, f1e9",
    "\u4e2d, GB18030, d6d0",
    "\u0436, KOI8R, d6",
    "\u0436, WIN1251, e6",
    "\u0436, ISO_8859_5, d6",
    "\ud83d\ude00, UTF8, f09f9880",
  })
  void shouldConvertToAndFromAnEncoding(String text, String encoding, String hex) {
    assertThat(hex(EncodingFunctions.convertTo(text, encoding))).isEqualTo(hex);
    assertThat(EncodingFunctions.convertFrom(bytes(hex), encoding)).isEqualTo(text);
  }

  @Test
  void shouldConvertLongTexts() {
    String text = "a\u00e9\ud83d\ude00".repeat(50_000);
    assertThat(EncodingFunctions.convertFrom(EncodingFunctions.convertTo(text, "UTF8"), "UTF8"))
        .isEqualTo(text);
  }

  @Test
  void shouldRefuseUnknownEncodings() {
    assertFails(
        () -> EncodingFunctions.convertTo("a", "xyz"),
        "22023",
        "invalid destination encoding name \"xyz\"");
    assertFails(
        () -> EncodingFunctions.convertFrom(bytes("41"), "xyz"),
        "22023",
        "invalid source encoding name \"xyz\"");
  }

  @ParameterizedTest
  @CsvSource({
    "e9, UTF8, UTF8, 0xe9",
    "e94142, UTF8, UTF8, 0xe9 0x41 0x42",
    "61e282, UTF8, UTF8, 0xe2 0x82",
    "ff41, UTF8, UTF8, 0xff",
    "f0908041, UTF8, UTF8, 0xf0 0x90 0x80 0x41",
    "00, UTF8, UTF8, 0x00",
    "e9, SQL_ASCII, UTF8, 0xe9",
    "82, SJIS, SJIS, 0x82",
  })
  void shouldRefuseInvalidBytes(String hex, String encoding, String shown, String sequence) {
    assertFails(
        () -> EncodingFunctions.convertFrom(bytes(hex), encoding),
        "22021",
        "invalid byte sequence for encoding \"%s\": %s".formatted(shown, sequence));
  }

  @Test
  void shouldRefuseCharactersWithoutEquivalent() {
    assertFails(
        () -> EncodingFunctions.convertTo("a\u20ac", "LATIN1"),
        "22P05",
        "character with byte sequence 0xe2 0x82 0xac in encoding \"UTF8\" has no equivalent in"
            + " encoding \"LATIN1\"");
    assertFails(
        () -> EncodingFunctions.convertFrom(bytes("81"), "WIN1252"),
        "22P05",
        "character with byte sequence 0x81 in encoding \"WIN1252\" has no equivalent in encoding"
            + " \"UTF8\"");
  }

  @Test
  void shouldEncodeBytesAsText() {
    assertThat(EncodingFunctions.encode(bytes("00ff5c41"), "escape")).isEqualTo("\\000\\377\\\\A");
    assertThat(EncodingFunctions.encode(bytes("00ff5c41"), "hex")).isEqualTo("00ff5c41");
    assertThat(EncodingFunctions.encode(bytes("00".repeat(60)), "base64"))
        .isEqualTo("A".repeat(76) + "\nAAAA");
    assertThat(hex(EncodingFunctions.decode("41\n4a", "hex"))).isEqualTo("414a");
  }

  @Test
  void shouldEncodeLongBytesInPieces() {
    Bytes bytes = bytes("0102030405".repeat(500_000));
    String base64 = EncodingFunctions.encode(bytes, "base64");
    assertThat(base64.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(76));
    assertThat(EncodingFunctions.decode(base64, "base64")).isEqualTo(bytes);
    assertThat(EncodingFunctions.decode(EncodingFunctions.encode(bytes, "hex"), "hex"))
        .isEqualTo(bytes);
  }
}
