package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.sql.function.encoding.TextEncoding;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of backend messages: appends them to a buffer. The caller owns the buffer, sends it and
 * sets another one.
 */
public final class BackendWriter {
  /** Length of a field of an error beyond which it is cut off: messages may contain values. */
  private static final int FIELD_LENGTH_MAX = 1 << 18;

  private static final byte[] DIGITS = "0123456789".getBytes(US_ASCII);

  private ByteBuf out;
  private int lengthIndex;
  private TextEncoding encoding = TextEncoding.UTF8;

  public BackendWriter(ByteBuf out) {
    this.out = out;
  }

  /** Sets the buffer to which the next message is written. */
  public void setBuffer(ByteBuf other) {
    out = other;
  }

  /** Sets the character encoding of the client. */
  public void encoding(TextEncoding other) {
    encoding = other;
  }

  /** Returns the buffer; the caller writes the content of a message to it. */
  public ByteBuf buffer() {
    return out;
  }

  /** Starts a message, which {@link #end} completes, and returns the buffer for its content. */
  public ByteBuf begin(char type) {
    out.writeByte(type);
    lengthIndex = out.writerIndex();
    out.writeInt(0);
    return out;
  }

  /** Completes the message that was started last. */
  public void end() {
    out.setInt(lengthIndex, out.writerIndex() - lengthIndex);
  }

  /** Removes the message that was started last and is not completed. */
  public void undo() {
    out.writerIndex(lengthIndex - PgProtocolLayout.TYPE_BYTES);
  }

  public void authenticationOk() {
    authentication(AuthenticationCode.OK);
    end();
  }

  /** Writes the SASL mechanisms that the server supports. */
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

  /** Writes the newest supported minor version and the unknown protocol options of the client. */
  public void negotiateProtocolVersion(List<String> unknownOptions) {
    begin('v').writeInt(PgProtocolLayout.PROTOCOL_VERSION).writeInt(unknownOptions.size());
    unknownOptions.forEach(this::text);
    end();
  }

  public void parameterStatus(String name, String value) {
    begin('S');
    text(name);
    text(value);
    end();
  }

  /** Writes ReadyForQuery with the transaction status: I, T or E. */
  public void readyForQuery(char status) {
    begin('Z').writeByte(status);
    end();
  }

  public void commandComplete(String tag) {
    begin('C');
    text(tag);
    end();
  }

  /** Writes a command tag that ends in a number. */
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
    out.writeInt(PgProtocolLayout.LENGTH_BYTES);
  }

  public void parameterDescription(int[] typeOids) {
    begin('t').writeShort(typeOids.length);
    for (int oid : typeOids) {
      out.writeInt(oid);
    }
    end();
  }

  public void rowDescription(List<FieldDescription> fields) {
    if (!encoding.isUtf8()) {
      fields.forEach(field -> encoding.encode(field.name())); // fails before the message begins
    }
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

  /** Requests data of COPY FROM: {@code columnCount} columns in one format. */
  public void copyInResponse(short format, int columnCount) {
    copyResponse('G', format, columnCount);
  }

  /** Announces data of COPY TO: {@code columnCount} columns in one format. */
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

  public void errorResponse(ErrorReport fields) {
    report('E', fields);
  }

  public void noticeResponse(ErrorReport fields) {
    report('N', fields);
  }

  /** Writes a NotificationResponse. */
  public void notificationResponse(int senderProcessId, String channel, String payload) {
    begin('A');
    out.writeInt(senderProcessId);
    text(channel);
    text(payload);
    end();
  }

  private void report(char type, ErrorReport fields) {
    begin(type);
    field('S', fields.severity());
    field('V', fields.severity());
    field('C', fields.sqlState());
    field('M', fields.message());
    ErrorReport.Details details = fields.details();
    field('D', details.detail());
    field('H', details.hint());
    position('P', fields.position());
    position('p', details.internal().position());
    field('q', details.internal().text());
    field('W', details.where());
    ErrorReport.DatabaseObject object = details.object();
    field('s', object.schema());
    field('t', object.table());
    field('c', object.column());
    field('d', object.dataType());
    field('n', object.constraint());
    field('R', details.routine());
    out.writeByte(0);
    end();
  }

  private void position(char type, int position) {
    field(type, position > 0 ? Integer.toString(position) : null);
  }

  private void field(char type, @Nullable String value) {
    if (value != null) {
      out.writeByte(type);
      text(
          value.length() <= FIELD_LENGTH_MAX
              ? value
              : value.substring(0, value.offsetByCodePoints(0, FIELD_LENGTH_MAX / 2)) + "...");
    }
  }

  /**
   * Writes a string up to its first zero character, since a zero byte ends it. A question mark
   * replaces a character that the client's encoding lacks.
   */
  private void text(String value) {
    int zero = value.indexOf('\0');
    out.writeCharSequence(zero < 0 ? value : value.substring(0, zero), encoding.charset());
    out.writeByte(0);
  }
}
