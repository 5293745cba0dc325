package dev.colonnade.server.parquet.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ThriftReaderTest {
  private static byte[] written() {
    ThriftWriter out = new ThriftWriter();
    out.writeInt(1, -5);
    out.writeTexts(2, "skipped", "ü");
    out.writeBoolean(3, true);
    out.beginStructs(4, 20);
    for (int i = 0; i < 20; i++) {
      out.beginElement();
      out.writeLong(7, Long.MIN_VALUE + i);
      out.endStruct();
    }
    out.beginStruct(9);
    out.writeByte(1, 16);
    out.writeBytes(14, new byte[200]);
    out.endStruct();
    out.writeText(10, "end");
    out.endStruct();
    return out.toByteArray();
  }

  private static String read(byte[] bytes) {
    ThriftReader in = new ThriftReader(bytes, bytes.length);
    StringBuilder text = new StringBuilder();
    for (int field = in.nextField(); field != 0; field = in.nextField()) {
      text.append(field).append(' ');
      switch (field) {
        case 1 -> text.append(in.readInt());
        case 3 -> text.append(in.readBoolean());
        case 4 -> {
          int count = in.beginStructs();
          for (int i = 0; i < count - 1; i++) {
            in.skipElement();
          }
          in.beginElement();
          text.append(in.nextField()).append(' ').append(in.readLong()).append(in.nextField());
          in.endStruct();
        }
        case 10 -> text.append(in.readText());
        default -> in.skip();
      }
      text.append(';');
    }
    return text.toString();
  }

  @Test
  void shouldReadWhatIsWritten() {
    assertThat(read(written()))
        .isEqualTo("1 -5;2 ;3 true;4 7 " + (Long.MIN_VALUE + 19) + "0;9 ;10 end;");
  }

  @Test
  void shouldReportTheEndOfBytesThatAreCut() {
    byte[] whole = written();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut)).isInstanceOf(ThriftReader.EndException.class);
    }
  }

  @Test
  void shouldRefuseValuesOfOtherTypesAndDeepNesting() {
    byte[] text = {0x18, 1, 'x', 0};
    assertThatThrownBy(() -> read(text)).isInstanceOf(ColonnadeException.class);
    byte[] structs = new byte[1000];
    Arrays.fill(structs, (byte) 0x2c);
    assertThatThrownBy(() -> read(structs)).isInstanceOf(ColonnadeException.class);
  }
}
