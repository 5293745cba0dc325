package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BackendWriterTest {
  @Test
  void shouldWriteStartupResponses() {
    check(BackendWriter::authenticationOk, "52 00000008 00000000");
    check(
        out -> out.authenticationSasl(List.of("SCRAM-SHA-256")),
        "52 00000017 0000000a 534352414d2d5348412d323536 00 00");
    check(out -> out.authenticationSaslContinue("r=x"), "52 0000000b 0000000b 723d78");
    check(out -> out.authenticationSaslFinal("v=x"), "52 0000000b 0000000c 763d78");
    check(out -> out.backendKeyData(7, -1), "4b 0000000c 00000007 ffffffff");
    check(out -> out.parameterStatus("a", "b"), "53 00000008 6100 6200");
    check(out -> out.readyForQuery('I'), "5a 00000005 49");
    check(
        out -> out.negotiateProtocolVersion(List.of("_pq_.x")),
        "76 00000013 00030000 00000001 5f70715f2e7800");
  }

  @Test
  void shouldWriteStatementResponses() {
    check(BackendWriter::parseComplete, "31 00000004");
    check(BackendWriter::bindComplete, "32 00000004");
    check(BackendWriter::closeComplete, "33 00000004");
    check(BackendWriter::noData, "6e 00000004");
    check(BackendWriter::portalSuspended, "73 00000004");
    check(BackendWriter::emptyQueryResponse, "49 00000004");
    check(out -> out.commandComplete("BEGIN"), "43 0000000a 424547494e 00");
    check(
        out -> out.commandComplete("SELECT ".getBytes(US_ASCII), 1),
        "43 0000000d 53454c4543542031 00");
    check(
        out -> out.commandComplete("SELECT ".getBytes(US_ASCII), 12),
        "43 0000000e 53454c454354203132 00");
    check(out -> out.parameterDescription(new int[] {23}), "74 0000000a 0001 00000017");
    check(
        out -> out.rowDescription(List.of(new FieldDescription("n", 1, 2, 23, 4, -1, (short) 1))),
        "54 0000001a 0001 6e00 00000001 0002 00000017 0004 ffffffff 0001");
    check(out -> out.copyInResponse((short) 0, 2), "47 0000000b 00 0002 0000 0000");
    check(out -> out.copyOutResponse((short) 1, 1), "48 00000009 01 0001 0001");
    check(BackendWriter::copyDone, "63 00000004");
  }

  @Test
  void shouldWriteErrorFields() {
    ErrorReport report =
        new ErrorReport(
            "ERROR",
            "23505",
            "no\0pe",
            3,
            new ErrorReport.Details(
                "d",
                "h",
                "w",
                new ErrorReport.InternalQuery("q", 3),
                new ErrorReport.DatabaseObject("s", "t", "c", "y", "n"),
                "r"));
    check(
        out -> out.errorResponse(report),
        "45 00000042 53 4552524f5200 56 4552524f5200 43 323335303500 4d 6e6f00 44 6400 48 6800"
            + "50 3300 70 3300 71 7100 57 7700 73 7300 74 7400 63 6300 64 7900 6e 6e00 52 7200 00");
    check(
        out -> out.noticeResponse(ErrorReport.of("WARNING", "25001", "w")),
        "4e 00000021 53 5741524e494e4700 56 5741524e494e4700 43 323530303100 4d 7700 00");
  }

  @Test
  void shouldCutOffLongErrorFields() {
    ByteBuf out = Unpooled.buffer();
    BackendWriter writer = new BackendWriter(out);
    writer.errorResponse(ErrorReport.of("ERROR", "22P02", "m".repeat(10_000_000)));
    assertThat(out.readableBytes()).isBetween(1 << 17, 1 << 18);
    assertThat(out.toString(out.writerIndex() - 6, 6, UTF_8)).isEqualTo("m...\0\0");
  }

  @Test
  void shouldRemoveAnIncompleteMessage() {
    check(
        out -> {
          out.parseComplete();
          out.begin('D').writeLong(1);
          out.undo();
          out.bindComplete();
        },
        "31 00000004 32 00000004");
  }

  private static void check(Consumer<BackendWriter> write, String hex) {
    ByteBuf out = Unpooled.buffer();
    write.accept(new BackendWriter(out));
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(hex.replace(" ", ""));
  }
}
