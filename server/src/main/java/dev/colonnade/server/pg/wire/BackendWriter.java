package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages one behind the other into a buffer. The buffer is the caller's, who sends it and
 * gives another.
 */
public final class BackendWriter {
  private static final byte[] DIGITS = "0123456789".getBytes(US_ASCII);

  private ByteBuf out;
  private int lengthIndex;

  public BackendWriter(ByteBuf out) {
    this.out = out;
  }

  /** Goes on in another buffer. */
  public void into(ByteBuf other) {
    out = other;
  }

  /** Where the bytes go: what is inside of a message is written by the caller. */
  public ByteBuf buffer() {
    return out;
  }

  /** Starts a message; {@link #end} ends it. */
  public ByteBuf begin(char type) {
    out.writeByte(type);
    lengthIndex = out.writerIndex();
    out.writeInt(0);
    return out;
  }

  /** Ends the message that was begun last. */
  public void end() {
    out.setInt(lengthIndex, out.writerIndex() - lengthIndex);
  }

  /** Takes the message back that was begun last and is not ended. */
  public void undo() {
    out.writerIndex(lengthIndex - WireLayout.TYPE_BYTES);
  }

  public void authenticationOk() {
    authentication(AuthenticationCode.OK);
    end();
  }

  /** Which ways of SASL there are. */
  public void authenticationSasl(List<String> mechanisms) {
    authentication(AuthenticationCode.SASL);
    mechanisms.forEach(this::text);
    out.writeByte(0);
    end();
  }

  public void authenticationSaslContinue(String serverFirst) {
    authentication(AuthenticationCode.SASL_CONTINUE);
    ByteBufUtil.writeUtf8(out, serverFirst);
    end();
  }

  public void authenticationSaslFinal(String serverFinal) {
    authentication(AuthenticationCode.SASL_FINAL);
    ByteBufUtil.writeUtf8(out, serverFinal);
    end();
  }

  private void authentication(AuthenticationCode code) {
    begin('R').writeInt(code.number());
  }

  public void backendKeyData(int processId, int secretKey) {
    begin('K').writeInt(processId).writeInt(secretKey);
    end();
  }

  /** Which minor version is spoken, and what of the start-up message is not understood. */
  public void negotiateProtocolVersion(List<String> unknownOptions) {
    begin('v').writeInt(WireLayout.PROTOCOL_VERSION).writeInt(unknownOptions.size());
    unknownOptions.forEach(this::text);
    end();
  }

  public void parameterStatus(String name, String value) {
    begin('S');
    text(name);
    text(value);
    end();
  }

  /** Waits for the next series of messages. */
  public void readyForQuery(char status) {
    begin('Z').writeByte(status);
    end();
  }

  public void commandComplete(String tag) {
    begin('C');
    text(tag);
    end();
  }

  /** A tag that ends in a number. */
  public void commandComplete(byte[] tagUpToNumber, long number) {
    begin('C').writeBytes(tagUpToNumber);
    if (number >= 0 && number < DIGITS.length) {
      out.writeByte(DIGITS[(int) number]);
    } else {
      out.writeCharSequence(Long.toString(number), US_ASCII);
    }
    out.writeByte(0);
    end();
  }

  public void parseComplete() {
    empty('1');
  }

  public void bindComplete() {
    empty('2');
  }

  public void closeComplete() {
    empty('3');
  }

  public void noData() {
    empty('n');
  }

  public void portalSuspended() {
    empty('s');
  }

  public void emptyQueryResponse() {
    empty('I');
  }

  public void copyDone() {
    empty('c');
  }

  private void empty(char type) {
    out.writeByte(type);
    out.writeInt(WireLayout.LENGTH_BYTES);
  }

  public void parameterDescription(int[] typeOids) {
    begin('t').writeShort(typeOids.length);
    for (int oid : typeOids) {
      out.writeInt(oid);
    }
    end();
  }

  public void rowDescription(List<FieldDescription> fields) {
    begin('T').writeShort(fields.size());
    for (FieldDescription field : fields) {
      text(field.name());
      out.writeInt(field.tableOid())
          .writeShort(field.columnNumber())
          .writeInt(field.typeOid())
          .writeShort(field.typeSize())
          .writeInt(field.typeModifier())
          .writeShort(field.format());
    }
    end();
  }

  /** Copy what you have: {@code columnCount} columns in one format. */
  public void copyInResponse(short format, int columnCount) {
    copyResponse('G', format, columnCount);
  }

  /** Copied data follow. */
  public void copyOutResponse(short format, int columnCount) {
    copyResponse('H', format, columnCount);
  }

  private void copyResponse(char type, short format, int columnCount) {
    begin(type).writeByte(format).writeShort(columnCount);
    for (int i = 0; i < columnCount; i++) {
      out.writeShort(format);
    }
    end();
  }

  public void errorResponse(Report fields) {
    report('E', fields);
  }

  public void noticeResponse(Report fields) {
    report('N', fields);
  }

  private void report(char type, Report fields) {
    begin(type);
    field('S', fields.severity());
    field('V', fields.severity());
    field('C', fields.sqlState());
    field('M', fields.message());
    Report.Details details = fields.details();
    field('D', details.detail());
    field('H', details.hint());
    place('P', fields.position());
    place('p', details.inner().position());
    field('q', details.inner().text());
    field('W', details.where());
    Report.About about = details.about();
    field('s', about.schema());
    field('t', about.table());
    field('c', about.column());
    field('d', about.dataType());
    field('n', about.constraint());
    out.writeByte(0);
    end();
  }

  private void place(char type, int position) {
    field(type, position > 0 ? Integer.toString(position) : null);
  }

  private void field(char type, @Nullable String value) {
    if (value != null) {
      out.writeByte(type);
      text(value);
    }
  }

  /** A text cannot hold the zero byte that ends it. */
  private void text(String value) {
    int zero = value.indexOf('\0');
    out.writeCharSequence(zero < 0 ? value : value.substring(0, zero), UTF_8);
    out.writeByte(0);
  }
}
