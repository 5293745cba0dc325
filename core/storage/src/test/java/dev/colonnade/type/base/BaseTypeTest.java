package dev.colonnade.type.base;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts and binary forms are those of PostgreSQL 15. */
final class BaseTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MONEY|12|$12.00|00000000000004b0",
        "MONEY|(1,234.565)|-$1,234.57|fffffffffffe1dbf",
        "MONEY|-92233720368547758.08|-$92,233,720,368,547,758.08|8000000000000000",
        "INET|192.168.1.5/24|192.168.1.5/24|02180004c0a80105",
        "INET|10.1/16|10.1.0.0/16|021000040a010000",
        "INET|::ffff:10.0.0.1|::ffff:10.0.0.1|0380001000000000000000000000ffff0a000001",
        "INET|1:0:0:2:0:0:0:3|1:0:0:2::3|0380001000010000000000020000000000000003",
        "CIDR|10|10.0.0.0/8|020801040a000000",
        "CIDR|224|224.0.0.0/4|02040104e0000000",
        "CIDR|::1|::1/128|0380011000000000000000000000000000000001",
        "MACADDR|0800.2b01.0203|08:00:2b:01:02:03|08002b010203",
        "MACADDR|8:0:2b:1:2:3|08:00:2b:01:02:03|08002b010203",
        "MACADDR8|08-00-2b-01-02-03|08:00:2b:ff:fe:01:02:03|08002bfffe010203",
        "POINT|' 1e3 , -2.5 '|(1000,-2.5)|408f400000000000c004000000000000",
        "LINE|(1,2),(3,4)|{1,-1,1}|3ff0000000000000bff00000000000003ff0000000000000",
        "LINE|((1,2),(1,4))|{-1,0,1}|bff000000000000000000000000000003ff0000000000000",
        "CIRCLE|1,2,3|<(1,2),3>|3ff000000000000040000000000000004008000000000000",
        "PATH|(1,2)|((1,2))|01000000013ff00000000000004000000000000000",
        "PATH|[(1,2)]|[(1,2)]|00000000013ff00000000000004000000000000000",
        "POLYGON|(1,2)|((1,2))|000000013ff00000000000004000000000000000",
        "XML|a<b/>|a<b/>|613c622f3e",
        "XML|''|''|''"
      })
  void shouldReadAndWriteTextAndBinaryForm(
      BaseType type, String input, String output, String binary) {
    BaseValue value = type.parse(input);

    assertThat(value.toString()).isEqualTo(output);
    assertThat(HexFormat.of().formatHex(value.toBytes())).isEqualTo(binary);
    assertThat(type.decode(value.toBytes())).isEqualTo(value).hasSameHashCodeAs(value);
    assertThat(type.parse(output)).isEqualTo(value);
    assertThat(value.type()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "XML|<a>",
        "XML|</x><x>",
        "XML|<a></b>",
        "XML|<a>&b;</a>",
        "XML|a&b",
        "XML|<a b=c/>",
        "MONEY|$12x",
        "INET|10.1",
        "INET|1.2.3.4.5",
        "INET|256.2.3.4",
        "INET|1.2.3.4/33",
        "INET|' 1.2.3.4'",
        "INET|1:2:3",
        "INET|::1::",
        "INET|12345::",
        "CIDR|10.0.0.1/8",
        "MACADDR|08:00:2b:01:02",
        "MACADDR|08:00:2b:01:02:gg",
        "MACADDR8|08:00:2b:01:02",
        "MACADDR8|08:00-2b:01:02:03",
        "POINT|(1,2",
        "POINT|(1,2))",
        "POINT|''",
        "LSEG|1,2",
        "BOX|abc",
        "BOX|[1,2,3,4]",
        "PATH|()",
        "POLYGON|1,2,3",
        "CIRCLE|<(1,2),-3>",
        "LINE|{0,0,1}",
        "LINE|'(1,1),(1,1)'"
      })
  void shouldRefuseOtherTexts(BaseType type, String input) {
    assertThatThrownBy(() -> type.parse(input))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e ->
                assertThat(e.code())
                    .isEqualTo(
                        type == BaseType.XML
                            ? ErrorCode.INVALID_XML_CONTENT
                            : ErrorCode.INVALID_TEXT_REPRESENTATION));
  }

  @Test
  void shouldWriteDeclarationsOfXmlOnlyWhereTheyStateMoreThanTheEncoding() {
    String encoded = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>";
    BaseValue value = BaseType.XML.parse(encoded);

    assertThat(value).hasToString("<a/>");
    assertThat(new String(value.toBytes(), UTF_8)).isEqualTo(encoded);
    assertThat(new String(value.send(), UTF_8)).isEqualTo("<a/>");
    assertThat(BaseType.XML.parse("<?xml version='1.0' standalone='yes'?><a/>"))
        .hasToString("<?xml version=\"1.0\" standalone=\"yes\"?><a/>");
    assertThat(BaseType.XML.parse("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>"))
        .hasToString("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>");
  }

  @Test
  void shouldNotReadExternalEntitiesAndNotExpandEntities() {
    BaseType.XML.parse("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>");
    StringBuilder entities = new StringBuilder("<!ENTITY e0 \"x\">");
    for (int i = 1; i < 100; i++) {
      entities.append("<!ENTITY e%d \"%s\">".formatted(i, "&e%d;".formatted(i - 1).repeat(10)));
    }
    String bomb = "<!DOCTYPE a [" + entities + "]><a>&e99;</a>";
    assertThat(BaseType.XML.parse(bomb)).hasToString(bomb);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"MONEY|99999999999999999999", "POINT|1e400,2", "MACADDR|300:0:2b:1:2:3"})
  void shouldRefuseNumbersOutOfRange(BaseType type, String input) {
    assertThatThrownBy(() -> type.parse(input))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MONEY|1", "INET|1.2.3.4", "CIDR|::1", "MACADDR|08002b010203", "MACADDR8|08002b0102030405",
            "POINT|1,2",
        "LINE|{1,2,3}", "LSEG|1,2,3,4", "BOX|1,2,3,4", "PATH|1,2", "POLYGON|1,2,3,4", "CIRCLE|1,2,3"
      })
  void shouldRefuseBinaryFormsOfAnotherLength(BaseType type, String input) {
    byte[] bytes = type.parse(input).toBytes();

    assertInvalid(type, Arrays.copyOf(bytes, bytes.length + 1));
    for (int length = 0; length < bytes.length; length++) {
      boolean isShortAddress = type == BaseType.MACADDR8 && length == 6;
      if (!isShortAddress) {
        assertInvalid(type, Arrays.copyOf(bytes, length));
      }
    }
  }

  private static void assertInvalid(BaseType type, byte[] bytes) {
    assertThatThrownBy(() -> type.decode(bytes))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_BINARY_REPRESENTATION));
  }

  @Test
  void shouldCompareAddressesByNetworkThenLengthThenHost() {
    String[] ascending = {
      "9.255.255.255", "10.0.0.0/8", "10.1.2.3/8", "10.0.0.0/9", "10.0.0.0", "10.0.0.1", "::", "::1"
    };
    for (int i = 1; i < ascending.length; i++) {
      BaseValue less = BaseType.INET.parse(ascending[i - 1]);
      BaseValue greater = BaseType.INET.parse(ascending[i]);
      assertThat(less.compareTo(greater)).as(ascending[i]).isNegative();
      assertThat(greater.compareTo(less)).as(ascending[i]).isPositive();
    }
  }

  @Test
  void shouldKeepCodesOfTypes() {
    Set<Integer> codes = new HashSet<>();
    for (BaseType type : BaseType.values()) {
      assertThat(BaseType.ofCode(type.code())).isEqualTo(type);
      codes.add(type.code());
    }
    assertThat(codes).hasSize(BaseType.values().length);
    assertThatThrownBy(() -> BaseType.ofCode(0)).isInstanceOf(ColonnadeException.class);
  }
}
