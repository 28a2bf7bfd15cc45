package org.sennit.qmp;


final class ErrorLog {
    QmpStatus last() { throw new UnsupportedOperationException(); }
    String lastText() { throw new UnsupportedOperationException(); }
    QmpStatus fail(QmpStatus s, String t) { throw new UnsupportedOperationException(); }
}
