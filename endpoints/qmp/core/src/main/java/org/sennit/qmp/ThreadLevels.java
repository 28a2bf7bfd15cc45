package org.sennit.qmp;

import org.sennit.config.Options;

final class ThreadLevels {
    static Options options(Options o, QmpThreadLevel l) { throw new UnsupportedOperationException(); }
    static QmpThreadLevel provided(org.sennit.Endpoint e) { throw new UnsupportedOperationException(); }
}
